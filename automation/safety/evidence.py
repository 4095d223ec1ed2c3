"""What code knows about an action's target when it judges the risk: windows, programs, web sites.

Which windows an action reaches: the ones under its pixels, or the one that has the focus. What kind of
program a window belongs to is told by its program file and window class. Titles are never used to make a
program harmless; they may only add the suspicion of a bank.

A web site's address is read from the browser's own address bar in the accessibility tree: it lies above the
page, so that no field of a page can stand in for it. Where the tree tells none, a name in the title
that looks like a domain counts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final, Literal
from urllib.parse import urlsplit

from automation.core.actions import Action, Check, Clipboard, Launch, Scroll, Window, Write, aims_of
from automation.core.actions import sends_input as sends
from automation.core.geometry import Rect
from automation.core.observation import BROWSERS, Observation, ScreenElement, State, WindowInfo
from automation.core.proposal import RiskLevel
from automation.safety.danger_words import danger_words
from automation.safety.text_rules import telling_path
from automation.screen.roles import PLAIN_FIELDS


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


Origin = Literal["user", "macro", "model"]
"""Who chose the target: the user's own words, a recording, or a model's reading of the screen."""

FieldKind = Literal["password", "readable", "unknown"]
"""What the accessibility tree says of the field; never what a policy says of it."""


@dataclass(frozen=True, slots=True)
class SecretUse:
    """A secret that would be typed, and into what."""

    name: str
    is_known: bool = True
    """The keyring has one of this name, as far as it can be asked."""
    is_limited: bool = False
    """It is for some programs only."""
    is_for_program: bool = False
    """The target's program is one of them."""
    field: FieldKind = "unknown"
    problem: str = ""
    """Why the keyring could not be asked; empty when it could."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts about one action's target; an unknown fact keeps its default.

    Names and titles come from programs and pages. They may raise the risk and never lower it below
    that of a target about which nothing is known.
    """

    name: str = ""
    """The accessibility tree's name of the target; of the focused element for keys and text."""
    role: str = ""
    states: frozenset[State] = frozenset()
    is_choice: bool = False
    """It is an entry of the open list of a drop-down, which has a window of its own."""
    takes_value: bool = False
    """The dialog has a field or a list: what it asks is answered there ("What is your name?")."""
    program_names: tuple[str, ...] = ()
    """What the program calls itself in the titles of its main windows; none of a browser's."""
    extra_words: tuple[str, ...] = ()
    """Words of the user's own that always ask."""
    leads_to: tuple[str, ...] = ()
    """Names of what the same instruction presses next."""
    seen_labels: tuple[str, ...] = ()
    """What OCR read at the target, and what else it was called on the screen."""
    shows: str = ""
    """Words that are painted on the target and that no name of it says."""
    described: tuple[str, ...] = ()
    """What else its program says of it: longer texts, other labels, the names of pictures on it."""
    called: tuple[str, ...] = ()
    """What the policy calls it: words that may raise, and never stand in for a name."""
    destination_name: str = ""
    """The element where a drag ends."""
    dropped_on: tuple[str, ...] = ()
    """Everything that the place is called where a button is let go."""
    is_sorted: bool = False
    """An entry is let go over another one of its own list, whose name only says what is listed."""
    question: tuple[str, ...] = ()
    """What the dialog with the target says; empty outside of dialogs."""
    may_press: tuple[str, ...] = ()
    """What keys may set off besides the focus: a dialog's main button, the entries of a menu."""
    beside: tuple[str, ...] = ()
    """Short texts near the target outside of dialogs, which say what an answer there means."""
    app: str = ""
    """Program name from the window system."""
    title: str = ""
    """Of the window, from the window system; a title may only raise."""
    kinds: frozenset[AppKind] = frozenset()
    is_own_window: bool = False
    is_frame: bool = False
    """The pixel lies on a window's title bar or border, not in its area."""
    is_window_meant: bool = False
    """The run pressed something in the window or brought it up, or its words name it: for text where no
    tree tells what has the keyboard."""
    is_program_known: bool = True
    """The system tells which file runs behind every window that is reached."""
    is_secret: bool = False
    """The target, or the focused field for keys and text, is a password field."""
    secret: SecretUse | None = None
    """The secret of the user's that the action types by name; None when it types none."""
    held_keys: frozenset[str] = frozenset()
    """Keys that earlier actions of this run keep down."""
    has_button_down: bool = False
    """An earlier action of this run keeps a mouse button down: moving is dragging."""
    is_first_in_app: bool = False
    """The run has worked elsewhere, and neither the user nor the run named this program."""
    is_app_told: bool = True
    """The files of the windows say which programs they are: a trusted macro can mean one by its name."""
    is_new_site: bool = False
    """A browser shows a site on which the run has not worked, and that the user did not name."""
    leads_to_site: str = ""
    """The site that typed text is the address of, unless the run or the user knows it."""
    crosses_programs: bool = False
    """It reaches windows of more than one program."""
    window_age_s: float | None = None
    """Seconds since the window was first seen; None when it was there from the start."""
    after_refusal: bool = False
    """The executor declined the previous attempt because the target had changed."""
    after_unseen: bool = False
    """An earlier step of the run was not seen to arrive, and no check has held since."""
    repeats_uncertain: bool = False
    """The step right before was the same, and nobody knows what came of it; not the user's own words."""
    is_inferred: bool = False
    """The user's words do not name the target, they only seem to mean it."""
    screen_text: str = ""
    """Other text seen at or near the target, looked at only for orders to assistants."""
    page_orders: str = ""
    """A text elsewhere in the window that tells assistants what they must do."""
    element: ScreenElement | None = None
    """The tree's element itself, for the record; no rule reads it."""
    origin: Origin = "user"
    is_untrusted_macro: bool = False
    raised: RiskLevel = field(default=RiskLevel.R0)
    """What the policy itself raised the risk to."""


_DOMAIN: Final = re.compile(
    r"(?<![\w@.-])((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24})(?![\w@-])", re.IGNORECASE
)
_INNER: Final = re.compile(
    r"^(about|chrome|edge|brave|vivaldi|opera|moz-extension):", re.IGNORECASE
)
_FILE_ENDINGS: Final = frozenset({"txt", "pdf", "odt", "ods", "odp", "doc", "docx", "xls", "xlsx", "ppt",
    "png", "jpg", "jpeg", "gif", "svg", "html", "htm", "md", "py", "js", "zip", "gz", "csv", "json",
    "mp3", "mp4", "exe", "sh"})  # fmt: skip
_SECRETS: Final = ("about:logins", "chrome://password-manager", "edge://wallet/passwords",
    "edge://settings/passwords", "brave://password-manager", "vivaldi://password-manager",
    "vault.bitwarden.com", "my.1password.com", "lastpass.com/vault", "passwords.google.com",
    "app.dashlane.com", "pass.proton.me")  # fmt: skip
_BANKS: Final = re.compile(
    r"(?:^|[.-])(?:paypal|coinbase|binance|kraken|revolut|klarna)\.|(?:^|\.)(?:wise|stripe)\.com"
    r"|(?:^|[.-])(?:bank|checkout)|bank(?:$|[.-])|sparkasse|volksbank|raiffeisen"
)
"""Names of hosts; "bank" begins or ends a part of one: an embankment is none."""
_MAIL: Final = ("mail.", "outlook.", "webmail", "roundcube")
_CHAT: Final = ("web.whatsapp.com", "web.telegram.org", "discord.com", "slack.com", "messenger.com",
    "teams.microsoft.com", "teams.live.com", "chat.google.com", "mattermost", "app.element.io")  # fmt: skip


def address_of(elements: Sequence[ScreenElement]) -> str:
    """Return what stands in the address bar; empty when the tree does not tell."""
    fields = [e for e in elements if e.role in PLAIN_FIELDS and e.value]
    typed = [e for e in fields if _is_address(e.value or "")]
    top = min(typed, key=lambda e: (e.box.y, e.box.x), default=None)
    return (top.value or "").strip() if top else ""


def site_of(address: str, window: WindowInfo) -> str:
    """Return the host that is shown; empty when nobody tells."""
    if address:
        if inner := _INNER.match(address):
            return f"{inner.group(1).casefold()}:"
        host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
        return _plain(host)
    names = domains_in(window.title)
    return names[0] if names else ""


def domains_in(text: str) -> tuple[str, ...]:
    """Return the names in a text that look like domains, in order."""
    found = (_plain(match) for match in _DOMAIN.findall(text))
    return tuple(name for name in found if name.rpartition(".")[2] not in _FILE_ENDINGS)


def site_in_text(text: str) -> str:
    """Return the host if the text is one address and nothing else; empty for other texts."""
    address = text.strip()
    if any(char.isspace() for char in address):
        return ""
    return next(iter(domains_in(address.partition("?")[0])), "")


def kinds_of_address(address: str) -> frozenset[AppKind]:
    """Return what kind of place the address is; an address can only add a suspicion."""
    place = address.casefold().removeprefix("https://").removeprefix("http://")
    place = place.removeprefix("www.")
    host = place.partition("/")[0]
    kinds = set()
    if any(place.startswith(secret) for secret in _SECRETS):
        kinds.add(AppKind.PASSWORDS)
    if _INNER.match(place) and not place.startswith(("about:blank", "about:newtab", "about:home")):
        kinds.add(AppKind.SETTINGS)
    if _BANKS.search(host):
        kinds.add(AppKind.BANK)
    if any(word in host for word in _MAIL):
        kinds.add(AppKind.MAIL)
    if any(word in host for word in _CHAT):
        kinds.add(AppKind.CHAT)
    return frozenset(kinds)


def _is_address(value: str) -> bool:
    text = value.strip()
    if not text or " " in text:
        return False
    return bool(_INNER.match(text) or "://" in text or _DOMAIN.match(text) or "localhost" in text)


def _plain(host: str) -> str:
    return host.casefold().removeprefix("www.").rstrip(".")


def windows_of(intent: Action | Check, observation: Observation) -> tuple[WindowInfo, ...]:
    """Return every window that the action would act in, each once; empty when it acts in none.

    A title bar or border belongs to its window. Keys and text go to the window that has the focus
    and to every menu that is open, our own included: that it is ours is then seen here and refused.
    An application that is to be started stands as a window without a place, so that what the user
    has ruled out is known by its name.
    """
    if not isinstance(intent, Action) or not sends(intent):
        return ()
    if isinstance(intent, Window):
        return _by_id(intent.window_id, observation)
    if isinstance(intent, Launch):
        return (_started(intent),)
    if isinstance(intent, Clipboard) and intent.op == "set":
        return ()
    aims = aims_of(intent)
    found = [observation.window_reached(aim.point) for aim in aims]
    if isinstance(intent, Scroll) and not aims:
        found = [observation.window_reached(observation.pointer)]
    elif not aims or (isinstance(intent, Write) and not found):
        found = [focus_window(observation), *menus(observation)]
    return tuple({w.window_id: w for w in found if w is not None}.values())


def focus_window(observation: Observation) -> WindowInfo | None:
    """Return the window that keys go to, one of ours included; None when the system tells none."""
    return next((w for w in observation.windows if w.is_active), None)


def menus(observation: Observation) -> tuple[WindowInfo, ...]:
    """Return the menus and lists that are open: while one is up it takes every key."""
    return tuple(w for w in observation.windows if w.is_menu and not w.is_minimised)


def _by_id(window_id: int, observation: Observation) -> tuple[WindowInfo, ...]:
    if not window_id:
        window = focus_window(observation)
        return (window,) if window else ()
    return tuple(w for w in observation.windows if w.window_id == window_id)


def _started(intent: Launch) -> WindowInfo:
    entry = intent.desktop_id.removesuffix(".desktop")
    return WindowInfo(
        0, intent.name, entry.rpartition(".")[2].casefold(), 0, Rect(0, 0, 0, 0),
        app_id=f"desktop:{entry}", is_vouched=False,
    )  # fmt: skip
