"""What kind of program a window belongs to, told by its program file and window class.

Titles are never used to make a program harmless; they may only add the suspicion of a bank.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final

from automation.core.programs import BROWSERS
from automation.safety.text_rules import telling_path
from automation.safety.words import danger_words


class AppKind(StrEnum):
    """Kinds of programs in which the same action weighs more."""

    TERMINAL = "terminal"
    LAUNCHER = "launcher"
    CHAT = "chat"
    MAIL = "mail"
    FILES = "file manager"
    PASSWORDS = "password manager"
    LOCK = "lock screen"
    AUTHORITY = "authorisation prompt"
    SETTINGS = "system settings"
    PACKAGES = "package manager"
    REMOTE = "remote or virtual machine"
    IDE = "development environment"
    BROWSER = "browser"
    BANK = "banking"
    DISKS = "disk tool"
    PANEL = "panel or notification"
    CONSOLE = "place for commands"
    CALL = "call"
    ACCOUNT = "account page"


_PROGRAMS: Final[dict[AppKind, str]] = {
    AppKind.TERMINAL: """xterm uxterm lxterm rxvt urxvt st alacritty kitty foot footclient wezterm
        wezterm-gui gnome-terminal gnome-terminal-server kgx gnome-console ptyxis konsole yakuake
        xfce4-terminal lxterminal mate-terminal qterminal terminator tilix guake tilda terminology
        cool-retro-term blackbox deepin-terminal ghostty rio hyper tabby cmd powershell pwsh
        windowsterminal conhost openconsole mintty terminal iterm2 warp contour eterm aterm""",
    AppKind.LAUNCHER: """rofi dmenu wofi fuzzel bemenu krunner ulauncher albert synapse gmrun
        xfce4-appfinder xfrun4 lxqt-runner kupfer gnome-do tofi walker anyrun spotlight raycast
        alfred launchy searchhost searchapp""",
    AppKind.CHAT: """telegram telegram-desktop signal signal-desktop slack discord element
        element-desktop teams ms-teams teams-for-linux whatsapp whatsapp-desktop whatsdesk zapzap
        skype skypeforlinux zoom pidgin hexchat konversation polari dino gajim fractal nheko
        mattermost mattermost-desktop rocketchat wire wire-desktop viber weechat irssi quassel
        messages weixin wechat qq linphone jami""",
    AppKind.MAIL: """thunderbird evolution kmail geary claws-mail sylpheed mutt neomutt
        betterbird mailspring balsa trojita outlook olk hxoutlook mail kontact seamonkey-mail
        protonmail proton-mail tutanota tutanota-desktop""",
    AppKind.FILES: """nautilus org.gnome.nautilus nemo caja thunar dolphin pcmanfm pcmanfm-qt
        konqueror krusader doublecmd mc ranger spacefm xfe gentoo worker rox explorer finder
        dde-file-manager pantheon-files io.elementary.files""",
    AppKind.PASSWORDS: """keepass keepassxc keepassx keepass2 1password bitwarden bitwarden-desktop
        lastpass dashlane enpass seahorse kwalletmanager kwalletmanager5 kwalletd5 kwalletd6
        gnome-passwords secrets org.gnome.world.secrets proton-pass nordpass revelation
        password-gorilla qtpass keychain kleopatra buttercup""",
    AppKind.LOCK: """i3lock swaylock xscreensaver xsecurelock slock xlock light-locker
        xfce4-screensaver mate-screensaver cinnamon-screensaver gnome-screensaver kscreenlocker
        kscreenlocker_greet hyprlock gtklock waylock physlock vlock betterlockscreen lightdm
        lightdm-gtk-greeter slick-greeter gdm gdm3 gdm-x-session sddm sddm-greeter lxdm
        xdm login logonui loginwindow screensaverengine lockapp""",
    AppKind.AUTHORITY: """polkit-gnome-authentication-agent-1 polkit-kde-authentication-agent-1
        polkit-mate-authentication-agent-1 lxpolkit lxqt-policykit-agent xfce-polkit
        polkit-agent-helper-1 pkexec gksu gksudo kdesu kdesudo ssh-askpass ksshaskpass
        x11-ssh-askpass gnome-ssh-askpass pinentry pinentry-gtk-2 pinentry-gtk2 pinentry-qt
        pinentry-qt5 pinentry-gnome3 pinentry-x11 gcr-prompter gcr4-ssh-askpass consent
        credentialuibroker securityagent coreautha universalaccessauthwarn""",
    AppKind.SETTINGS: """gnome-control-center systemsettings systemsettings5 kcmshell5 kcmshell6
        xfce4-settings-manager mate-control-center cinnamon-settings lxqt-config unity-control-center
        gnome-tweaks dconf-editor blueman-manager nm-connection-editor pavucontrol
        system-config-printer obconf regedit mmc control systemsettingsadmin gufw
        system settings systempreferences firewall-config users-admin""",
    AppKind.PACKAGES: """synaptic gnome-software plasma-discover discover pamac pamac-manager
        mintinstall mintupdate update-manager software-properties-gtk gdebi-gtk gdebi octopi
        apper muon bauh appcenter io.elementary.appcenter yumex dnfdragora rpmdrake winget
        appinstaller msiexec gnome-packagekit""",
    AppKind.REMOTE: """remmina vinagre krdc xfreerdp xfreerdp3 wlfreerdp rdesktop vncviewer
        xtigervncviewer gvncviewer gnome-connections tigervnc virt-viewer remote-viewer virt-manager
        virtualbox virtualboxvm vboxmanage vmware vmplayer vmware-view qemu-system-x86_64
        gnome-boxes anydesk teamviewer rustdesk nxplayer x2goclient parsec moonlight mstsc
        spicy looking-glass-client ssh waypipe xpra xephyr xnest scrcpy guiscrcpy waydroid genymotion
        anbox emulator qemu-system-aarch64 kdeconnect-app uxplay nomachine splashtop dwservice""",
    AppKind.CALL: """zoom teams ms-teams teams-for-linux skype skypeforlinux webex jitsi jitsi-meet
        gotomeeting bluejeans ringcentral linphone jami facetime ekiga obs obs-studio cheese guvcview
        kamoso snapshot""",
    AppKind.IDE: """code codium vscodium code-oss cursor windsurf zed pycharm idea clion goland
        webstorm phpstorm rider rubymine jetbrains-studio android-studio studio eclipse netbeans
        kdevelop qtcreator gnome-builder codeblocks spyder thonny idle idle3 arduino monodevelop
        devenv xcode lazarus anjuta bluej rstudio matlab""",
    AppKind.BROWSER: BROWSERS,
    AppKind.DISKS: """gnome-disks gnome-disk-utility gparted gpartedbin partitionmanager
        balena-etcher etcher rpi-imager mkusb usb-creator-gtk mintstick unetbootin ventoygui
        timeshift timeshift-gtk timeshift-launcher veracrypt zulucrypt-gui deja-dup grub-customizer
        clonezilla diskmgmt disk-utility diskutility rufus baobab bleachbit""",
    AppKind.BANK: """electrum electrum-ltc bitcoin-qt litecoin-qt dogecoin-qt monero-wallet-gui feather
        sparrow exodus atomic ledger-live ledger-live-desktop trezor-suite wasabi wasabi-wallet
        metamask guarda jaxx daedalus yoroi phantom hibiscus jameica moneyplex starmoney banking4
        kmymoney gnucash homebank skrooge""",
    AppKind.PANEL: """gnome-shell plasmashell xfce4-panel mate-panel lxpanel lxqt-panel tint2 polybar
        waybar cinnamon budgie-panel plank latte-dock cairo-dock docky trayer stalonetray conky
        xfce4-notifyd dunst mako notification-daemon mate-notification-daemon
        notify-osd swaync lxqt-notificationd deadd-notification-center tiramisu wf-panel vala-panel""",
}
_CALL_TITLE: Final = re.compile(
    r"\b(?:zoom meeting|google meet|meet [-–—]|jitsi|webex|waiting room|video call|voice call|in a call|whereby"  # noqa: RUF001
    r"|bigbluebutton|gotomeeting)\b|\bmeet [-–—] ",  # noqa: RUF001
    re.IGNORECASE,
)
_CONSOLE_TITLE: Final = re.compile(
    r"\b(?:devtools|developer tools|web console|browser console|terminal|command prompt|powershell"
    r"|\w+ shell|cloudshell|jupyter\w*|colab|ttyd|wetty|konsole)\b|^\s*[\w.-]+@[\w.-]+:",
    re.IGNORECASE,
)
_REMOTE_TITLE: Final = re.compile(
    r"\b(?:novnc|guacamole|remote desktop|teamviewer|anydesk|rustdesk|vnc viewer|spice)\b",
    re.IGNORECASE,
)
_WEB_TITLE_WORDS: Final = {
    AppKind.MAIL: (
        "gmail", "outlook", "proton mail", "protonmail", "roundcube", "webmail", "yahoo mail",
        "fastmail", "gmx", "web.de", "zoho mail", "inbox", "posteingang", "boîte de réception",
        "bandeja de entrada", "входящие", "受信トレイ", "收件箱",
    ),
    AppKind.CHAT: (
        "whatsapp", "telegram", "slack", "discord", "messenger", "microsoft teams", "mattermost",
        "rocket.chat", "element |", "signal", "google chat", "wechat", "kakaotalk", "zulip",
    ),
}  # fmt: skip
"""Words in a browser's title that tell of mail or chat in a page."""
_BANK_TITLE_WORDS: Final = (
    "online banking", "onlinebanking", "internet banking", "net banking", "paypal", "coinbase",
    "binance", "kraken", "metamask", "banque", "banking", "banca en línea", "homebanking",
    "интернет-банк", "my bank", "网上银行", "ネットバンキング", "인터넷뱅킹", "online-banking",
)  # fmt: skip


def _by_program() -> dict[str, frozenset[AppKind]]:
    kinds: dict[str, frozenset[AppKind]] = {}
    for kind, names in _PROGRAMS.items():
        for name in names.split():
            kinds[name] = kinds.get(name, frozenset()) | {kind}
    return kinds


_KINDS: Final = _by_program()


def kinds_of(
    app: str, executable: str = "", window_title: str = "", app_id: str = ""
) -> frozenset[AppKind]:
    """Return every kind that the program's names point to; empty for an ordinary program.

    Args:
        app: program name or window class.
        executable: path of the program file; empty when unknown.
        window_title: may only add a suspicion: a bank, developer tools, mail or chat in a browser.
        app_id: of a packaged program, such as `flatpak:org.mozilla.firefox`.
    """
    found: frozenset[AppKind] = frozenset()
    packaged = _spellings(app_id.partition(":")[2])
    for name in _spellings(app) | _spellings(_file_name(executable)) | packaged:
        found |= _KINDS.get(name, frozenset())
    title = window_title.casefold()
    if _is_any_in(_BANK_TITLE_WORDS, title):
        found |= {AppKind.BANK}
    if _CONSOLE_TITLE.search(title) or telling_path(title):
        found |= {AppKind.CONSOLE}
    if _REMOTE_TITLE.search(title):
        found |= {AppKind.REMOTE}
    if _CALL_TITLE.search(title):
        found |= {AppKind.CALL}
    if AppKind.BROWSER in found:
        found |= {kind for kind, words in _WEB_TITLE_WORDS.items() if _is_any_in(words, title)}
        if danger_words(window_title, "title"):
            found |= {AppKind.ACCOUNT}
    return found


def _is_any_in(words: tuple[str, ...], title: str) -> bool:
    """Tell whether the title says one of the words, as a whole one where blanks part words."""
    return any(_words_pattern(word).search(title) for word in words)


@cache
def _words_pattern(word: str) -> re.Pattern[str]:
    is_spaced = word[0].lower() != word[0].upper()
    start, end = (
        (r"(?<!\w)" if is_spaced else ""),
        (r"(?!\w)" if word[-1].isalpha() and is_spaced else ""),
    )
    return re.compile(start + re.escape(word) + end)


def _file_name(executable: str) -> str:
    name = PureWindowsPath(executable).name if "\\" in executable else executable
    return PurePosixPath(name).name


def _spellings(name: str) -> set[str]:
    """Return the name itself and the shorter forms it is known by: without suffix, dotted parts."""
    plain = name.casefold().strip()
    if not plain:
        return set()
    forms = {plain, plain.removesuffix(".exe"), plain.removesuffix(".bin").removesuffix(".real")}
    for form in [f for f in forms if f.count(".") >= 2]:
        forms |= set(form.split(".")[1:])  # the program's own part: org.telegram.desktop
    return forms
