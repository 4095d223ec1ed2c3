@echo off
rem Sets up what is missing, then runs: run ARGS is deskhand ARGS.
setlocal
set "ROOT=%~dp0"
set "VENV=%ROOT%.venv"
fc /b "%ROOT%pyproject.toml" "%VENV%\stamp-pyproject" >nul 2>nul && fc /b "%ROOT%packaging\constraints.txt" "%VENV%\stamp-constraints" >nul 2>nul && goto start

py -3 -c "import sys; sys.exit(sys.version_info < (3, 11))"
if errorlevel 1 (
    echo deskhand: needs Python 3.11 or newer; install it from python.org 1>&2
    exit /b 9
)
echo deskhand: setting up, this takes a minute or two 1>&2
if not exist "%VENV%\Scripts\python.exe" py -3 -m venv "%VENV%" || exit /b 9
"%VENV%\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check --constraint "%ROOT%packaging\constraints.txt" --editable "%ROOT%.[input,ocr]" || exit /b 9
copy /y "%ROOT%pyproject.toml" "%VENV%\stamp-pyproject" >nul
copy /y "%ROOT%packaging\constraints.txt" "%VENV%\stamp-constraints" >nul

:start
"%VENV%\Scripts\deskhand-cli.exe" %*
exit /b %errorlevel%
