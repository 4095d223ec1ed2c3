"""Every error that deskhand raises on purpose.

    AssistantError
        CaptureError            a picture of the screen could not be taken, or may show our windows
            NoDisplay           there is no display, or it does not answer
        InputError              input could not be sent
            UnknownKey          a key name is not in the table
            ExecutorGone        the executor process ended or does not answer
            NoWindowManager     the action needs a window manager and none runs
            Refused             the executor declined an action; nothing was sent
        PolicyError             a policy could not decide
            ActionParseError    a model's reply is not a step of its contract
        ModelError              the model in this process cannot be used
            LoadError           a checkpoint folder is broken, hostile or of another kind
            OutOfMemory         it does not fit where it should run
            KernelUnavailable   compiled kernels were asked for and cannot be used
            DownloadError       a checkpoint could not be fetched, or is not what was promised
            GenerationError     what the network computes is no reply: not finite, empty, endless
        RecordError             the database or the picture store failed
            DiskFull            there is no room left
            Damaged             a file of ours cannot be read; it was kept aside
            PictureGone         a picture was deleted, by age, for room or by the user
        MacroError              a macro cannot be read, is against the rules, or cannot be kept
        SettingsError           a setting has a value that cannot be used
        SecretsError            there is no such secret, or it cannot be used
            NoKeyring           the system keyring is not there, is locked or does not answer
        IllegalTransition       a signal does not fit the state
    Stopped (BaseException)     the user or a limit stopped the run

A message says what failed, what was found, what was expected and what to do.
"""

from dataclasses import dataclass


class AssistantError(Exception):
    """Root of all errors of ours."""

    @property
    def words(self) -> str:
        """The message as it was given, which a window may tell in another language; empty for none."""
        first = self.args[0] if len(self.args) == 1 else ""
        return first if isinstance(first, str) else str(self).strip()

    def in_language(self, language: str) -> str:  # most are known in one alone
        """Return what it says, in `en` or `de` as far as it is known there, else in English."""
        return str(self)


class CaptureError(AssistantError):
    """A picture of the screen could not be taken, or it may show our own windows."""


class NoDisplay(CaptureError):
    """There is no display, or it does not answer."""


class InputError(AssistantError):
    """Input could not be sent."""


class UnknownKey(InputError):
    """A key name is not in the table."""


class ExecutorGone(InputError):
    """The executor process ended or does not answer."""


class NoWindowManager(InputError):
    """The action needs a window manager and none runs."""


class Refused(InputError):
    """The executor declined an action; nothing was sent.

    `reason` is a word of the protocol: changed, retitled, own_window, own_menu, other_menu, mouse_taken,
    expired, used, unknown_nonce, budget, bad_target, locked, no_kill_key, user_active, held_modifier, stopped,
    unsupported, no_secret, secret_program, secure_input,
    input_method, covered.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class PolicyError(AssistantError):
    """A policy could not decide."""


class ActionParseError(PolicyError):
    """A model's reply is not a step of its contract."""


class ModelError(AssistantError):
    """The model in this process cannot be used."""


class LoadError(ModelError):
    """A checkpoint folder is broken, hostile or of another kind; names the file or field."""


class OutOfMemory(ModelError):
    """It does not fit where it should run; says how much is missing and what to choose."""


class KernelUnavailable(ModelError):
    """Compiled kernels were asked for and cannot be used."""


class DownloadError(ModelError):
    """A checkpoint could not be fetched, or what came is not what was promised."""


class GenerationError(ModelError):
    """What the network computes is no reply: not finite, empty, endless.

    `reason` is one of: not_finite, empty, endless (it repeats itself), stuck (the grammar and the
    tokens do not fit), too_long (the prompt). `written` is the text so far, thinking included.
    """

    def __init__(self, message: str, *, reason: str = "stuck", written: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.written = written


class RecordError(AssistantError):
    """The database or the picture store failed."""


class DiskFull(RecordError):
    """There is no room left on the disk."""


class Damaged(RecordError):
    """A file of ours cannot be read; it was kept aside under another name."""


class PictureGone(RecordError):
    """A picture was deleted, by age, for room or by the user; its step is kept."""


class RequestError(AssistantError):
    """A file that asks for something cannot be understood; names the field."""


class MacroError(AssistantError):
    """A macro cannot be read, is against the rules of its file, or cannot be kept; names the place."""


class SettingsError(AssistantError):
    """A setting has a value that cannot be used."""


class SecretsError(AssistantError):
    """There is no such secret, or it cannot be used; never holds a value."""


class NoKeyring(SecretsError):
    """The system keyring is not there, is locked or does not answer."""


class IllegalTransition(AssistantError):
    """A signal does not fit the state; the state is unchanged."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a run was stopped."""

    cause: str = "user"
    """One of: user (button, tray, command line), kill_key, corner, slept, takeover, signal, timeout,
    executor_gone, display_taken (somebody took the claim of the display), locked."""
    detail: str = ""
    """What is known beyond it, after “because”: `it is not known whether the screen was locked`."""


class Stopped(BaseException):
    """The run was stopped; derives from BaseException so that no broad handler swallows it.

    Args:
        cause: as of `Halt`.
        detail: likewise.
    """

    def __init__(self, cause: str = "user", detail: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail

    @property
    def halt(self) -> Halt:
        """Why it was, as a value."""
        return Halt(self.cause, self.detail)
