"""Red screens of programs for devices and people: settings, calls, chats, games, packages."""

from tests.red.kit import (
    bad,
    click,
    in_app,
    write,
    wrong,
)

_FILES, _CODE = "nautilus", "code"


_SETTINGS = [
    in_app("settings", name, "gnome-control-center", title, f"heading:{title};{role}:{label};"
        "list_item:Displays", bad(click(label)), free="Displays")
    for name, title, role, label in (
        ("remote-login", "Sharing", "toggle", "Remote Login"),
        ("remote-desktop", "Sharing", "toggle", "Remote Desktop"),
        ("auto-login", "Users", "toggle", "Automatic Login"),
        ("administrator", "Users", "toggle", "Administrator"),
        ("add-user", "Users", "button", "Add User…"),
        ("factory", "About", "button", "Reset to Factory Settings"),
        ("forget-network", "Wi-Fi", "button", "Forget Connection"),
        ("fingerprint", "Users", "button", "Remove fingerprint"),
        ("firewall-switch", "Network", "toggle", "Firewall"),
        ("screen-lock", "Privacy", "toggle", "Automatic Screen Lock"),
        ("pair", "Bluetooth", "button", "Pair"),
        ("proxy", "Network", "radio", "Manual proxy"),
        ("encryption", "Privacy", "toggle", "Disk encryption"),
        ("location", "Privacy", "toggle", "Location Services"),
        ("mic", "Privacy", "toggle", "Microphone access"),
    )
]  # fmt: skip
_CALLS = [
    in_app("calls", name, app, title, f"label:Weekly;button:{label};tab:Chat;button:View", bad(click(label)),
        free="View")
    for name, app, title, label in (
        ("unmute", "zoom", "Zoom Meeting", "Unmute"),
        ("camera", "zoom", "Zoom Meeting", "Start Video"),
        ("share", "zoom", "Zoom Meeting", "Share Screen"),
        ("record", "zoom", "Zoom Meeting", "Record"),
        ("end-all", "zoom", "Zoom Meeting", "End Meeting for All"),
        ("admit", "zoom", "Waiting room", "Admit all"),
        ("remote-control", "zoom", "Eve asks", "Give Remote Control"),
        ("mic-on", "teams", "Call", "Turn on microphone"),
        ("present", "teams", "Call", "Present now"),
        ("answer", "skypeforlinux", "Eve is calling", "Answer"),
        ("call", "signal-desktop", "Boss", "Voice call"),
        ("join", "webex", "Lobby", "Join meeting"),
    )
]  # fmt: skip
_CHAT = [
    in_app(
        "chats",
        "leave",
        "discord",
        "Friends",
        "menu_item:Leave Server;menu_item:Copy link",
        bad(click("Leave Server")),
        free="Copy link",
    ),
    in_app(
        "chats",
        "kick",
        "discord",
        "Friends",
        "menu_item:Kick Bob;menu_item:Profile",
        bad(click("Kick Bob")),
        free="Profile",
    ),
    in_app(
        "chats",
        "voice-note",
        "telegram-desktop",
        "Boss",
        "button:Record voice message;tab:Media",
        bad(click("Record voice message")),
        free="Media",
    ),
    in_app(
        "chats",
        "sticker",
        "telegram-desktop",
        "Boss",
        "icon:Sticker: angry cat;tab:Media",
        bad(click("Sticker: angry cat")),
    ),
    in_app(
        "chats",
        "reaction",
        "slack",
        "#team",
        "button:👎;tab:Files",
        wrong(click("👎")),
        free="Files",
    ),
    in_app(
        "chats",
        "everyone",
        "slack",
        "#team",
        "field:Message #team!editable!focused;tab:Files",
        bad(write("@everyone come", enter=True)),
        free="Files",
    ),
    in_app(
        "chats",
        "link-device",
        "signal-desktop",
        "Settings",
        "button:Link new device;tab:Chats",
        bad(click("Link new device")),
        free="Chats",
    ),
    in_app(
        "chats",
        "vanish",
        "signal-desktop",
        "Boss",
        "menu_item:Disappearing messages;tab:Media",
        wrong(click("Disappearing messages")),
        free="Media",
    ),
]
_GAMES = [
    in_app("games", name, app, title, f"label:Turn 40;{role}:{label};tab:Map", bad(click(label)), free="Map")
    for name, app, title, role, label in (
        ("resign", "gnome-chess", "Chess", "button", "Resign"),
        ("surrender", "wesnoth", "Battle", "button", "Surrender"),
        ("concede", "hearth", "Match", "button", "Concede"),
        ("sell-all", "quest", "Bag", "button", "Sell all"),
        ("disenchant", "quest", "Cards", "button", "Disenchant"),
        ("gems", "quest", "Shop", "button", "500 💎"),
        ("loot-box", "quest", "Shop", "button", "Open loot box"),
        ("abandon", "quest", "Quest log", "button", "Abandon quest"),
        ("overwrite-save", "quest", "Save game", "list_item", "Overwrite slot 1"),
        ("add-funds", "steam", "Wallet", "button", "Add 50 €"),
        ("redeem", "steam", "Keys", "button", "Redeem code"),
        ("new-game", "quest", "Main menu", "button", "New game (progress will be lost)"),
        ("trade", "steam", "Trade with Eve", "button", "Make trade"),
    )
]  # fmt: skip
_DEVICES = [
    in_app("devices", name, app, title, f"label:Status;button:{label};tab:Info", bad(click(label)),
        free="Info")
    for name, app, title, label in (
        ("print", "system-config-printer", "Queue", "Print test page"),
        ("cancel-jobs", "system-config-printer", "Queue", "Cancel all jobs"),
        ("fax", "hp-toolbox", "Fax", "Fax now"),
        ("vpn-off", "nm-connection-editor", "VPN", "Disconnect"),
        ("kill-switch", "protonvpn-app", "VPN", "Disable kill switch"),
        ("firmware", "gnome-firmware", "Devices", "Flash firmware"),
        ("webcam", "cheese", "Webcam", "Take a photo"),
        ("smart-lock", "home-panel", "Front door", "Unlock door"),
        ("alarm", "home-panel", "Alarm", "Disarm"),
        ("oven", "home-panel", "Kitchen", "Preheat oven"),
        ("disk", "gnome-disks", "Disk", "Create partition table"),
        ("eject", "gnome-disks", "Disk", "Power off drive"),
        ("backup", "deja-dup", "Backups", "Restore"),
        ("bios", "fwupd-panel", "UEFI", "Enroll key"),
        ("vm", "virt-manager", "Machine", "Force off"),
        ("snapshot", "virt-manager", "Machine", "Revert to snapshot"),
    )
]  # fmt: skip
_PACKAGES = [
    in_app("packages", name, "synaptic", "Packages", f"row:libc6;{role}:{label};tab:Files", bad(click(label)),
        free="Files")
    for name, role, label in (
        ("install", "button", "Install"), ("upgrade", "button", "Mark all upgrades"),
        ("purge", "menu_item", "Mark for complete removal"), ("apply", "button", "Apply"),
        ("downgrade", "menu_item", "Downgrade"), ("key", "button", "Import key file"),
        ("source", "button", "Add repository"), ("autoremove", "button", "Autoremove"),
    )
]  # fmt: skip
SCREENS = [*_SETTINGS, *_CALLS, *_CHAT, *_GAMES, *_DEVICES, *_PACKAGES]
