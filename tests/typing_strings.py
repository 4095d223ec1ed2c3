"""Two hundred texts that cover what people type: made by code where there is a rule.

Written with escapes where a character is invisible, combines, or could be taken for another one.
"""

import random
import unicodedata

_SAMPLES = {
    "ascii": [
        "Hello, World!",
        "The quick brown fox jumps over the lazy dog.",
        "SHOUTING AND whispering",
        "MiXeD CaSe aBcDeF",
        "0123456789",
        "a",
        "Z",
        " leading and trailing ",
        "double  space   triple",
        "tab\tbetween\twords",
        "two\nlines",
        "three\n\nlines with a gap",
        "trailing line break\n",
    ],
    "signs": [
        "!\"#$%&'()*+,-./",
        ":;<=>?@[\\]^_`{|}~",
        "<<>> << >> <",
        "^^^ ``` ~~~ '''",
        "a^b `c` ~d 'e' \"f\"",
        "^a ^e `a `e ~n 'e \"u",
        "$HOME ${X} $(cmd) #! % * ?",
        "|| && ;; !! ##",
    ],
    "code": [
        "for (int i = 0; i < n; ++i) { a[i] ^= ~b[i]; }",
        "def f(x: int) -> str:\n\treturn f\"{x!r}\"\n",
        "SELECT * FROM t WHERE a <> 'x' AND b >= 10;",
        "if [ \"$a\" != \"b\" ]; then echo \"ok\" | tee /tmp/x; fi",
        "<a href=\"https://example.org/?q=1&r=%20\">x</a>",
        "{\"key\": [1, 2.5e-3, null, true], \"k\\u0032\": \"v\"}",
        "^\\s*(?:[A-Za-z_]\\w*)\\s*=\\s*.+$",
        "C:\\Users\\name\\Documents\\file (1).txt",
        "~/src/project/../x/./y",
        "git commit -m 'fix: a \"quoted\" word' && git push",
    ],
    "addresses": [
        "https://example.org/path/?q=a+b&c=d#e~f",
        "http://user:p%40ss@localhost:8080/",
        "jane.doe+test@example-mail.co.uk",
        "file:///tmp/a%20b.txt",
        "192.168.0.1:22, [::1]:80",
    ],
    "quotes": [
        "\u201cdouble\u201d \u2018single\u2019",
        "\u201eunten\u201c \u201aeinfach\u2018",
        "\u00abguillemets\u00bb \u2039simples\u203a",
        "dash \u2013 and \u2014 and \u2212 minus",
        "ellipsis\u2026 bullet \u2022 dagger \u2020",
        "it\u2019s 5\u2032 10\u2033",
    ],
    "latin": [
        "\u00e4\u00f6\u00fc\u00c4\u00d6\u00dc\u00df \u1e9e",
        "Gr\u00fc\u00dfe aus K\u00f6ln",
        "\u00e9\u00e8\u00ea\u00eb \u00e0\u00e2 \u00e7 \u00f9\u00fb \u00ee\u00ef \u00f4 \u0153 \u00e6",
        "D\u00e9j\u00e0 vu, na\u00efve, c\u0153ur, \u00c9t\u00c9",
        "ma\u00f1ana \u00bfqu\u00e9? \u00a1s\u00ed!",
        "s\u00e3o a\u00e7\u00e3o p\u00f4r",
        "\u00e5 \u00f8 \u00e6 \u00c5 \u00d8 \u00c6",
        "za\u017c\u00f3\u0142\u0107 g\u0119\u015bl\u0105 ja\u017a\u0144",
        "p\u0159\u00edli\u0161 \u017elu\u0165ou\u010dk\u00fd k\u016f\u0148",
        "\u0131\u0130\u011f\u015f T\u00fcrk\u00e7e I i",
        "\u0151\u0171 \u0150\u0170",
        "\u0219\u021b \u0103\u00e2\u00ee",
        "ti\u1ebfng Vi\u1ec7t \u0111\u01b0\u1eddng",
        "\u02bbokina \u0101\u0113\u012b\u014d\u016b",
        "\u017f \u00b5 \u00aa \u00ba \u0149 \u01c6 \u01c5",
    ],
    "greek and cyrillic": [
        "\u0393\u03b5\u03b9\u03ac \u03c3\u03bf\u03c5 \u039a\u03cc\u03c3\u03bc\u03b5",
        "\u03b1\u03b2\u03b3\u03b4 \u03c3\u03c2 \u03a9 \u1f08\u1fb3",
        "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440!",
        "\u0421\u044a\u0435\u0448\u044c \u0435\u0449\u0451 \u2116 5",
        "\u0404\u0456\u0457\u0491 \u045e \u0402\u0458\u0459",
        "Mixed \u0430nd a: \u0441 c \u0435 e \u043e o",
        "\u041c\u041e\u0421\u041a\u0412\u0410 \u043c\u043e\u0441\u043a\u0432\u0430",
    ],
    "right to left": [
        "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
        "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
        "\u0661\u0662\u0663 \u06f1\u06f2\u06f3",
        "abc \u05d0\u05d1\u05d2 123 \u0623\u0628\u062c xyz",
        "\u200fmark\u200e and \u202bembed\u202c \u2067isolate\u2069",
        "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    ],
    "indic and thai": [
        "\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e",
        "\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f",
        "\u09ac\u09be\u0982\u09b2\u09be",
        "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
        "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01",
        "\u0e19\u0e49\u0e33 \u0e01\u0e33",
        "\u0f56\u0f7c\u0f51 \u1019\u103c\u1014\u103a\u1019\u102c",
    ],
    "east asian": [
        "\u65e5\u672c\u8a9e\u306e\u6587\u7ae0\u3002",
        "\u3072\u3089\u304c\u306a \u30ab\u30bf\u30ab\u30ca",
        "\u304c \u304b\u3099 \u30d1 \u30cf\u309a",
        "\uff71\uff72\uff73 \uff21\uff22\uff23 \uff11\uff12",
        "\u4f60\u597d\uff0c\u4e16\u754c\uff01",
        "\u7e41\u9ad4\u4e2d\u6587 \u9f98\u9f96",
        "\uc548\ub155\ud558\uc138\uc694 \uc138\uacc4",
        "\u1112\u1161\u11ab\u1100\u1173\u11af \u314e\u314f\u3134",
        "\U00020000\U0002a6d6 \U00020bb7",
        "\u3000ideographic\u3000space",
    ],
    "combining": [
        "e\u0301 vs \u00e9",
        "a\u0308o\u0308u\u0308 n\u0303",
        "z\u0351\u036b\u0343a\u030d\u0310l\u0334g\u0321o\u0489",
        "q\u0307\u0323 \u1e69 s\u0323\u0307",
        "A\u030a \u00c5 \u212b",
        "\u0301alone",
        "1\ufe0f\u20e3 x\u20dd",
    ],
    "emoji": [
        "\U0001f642 \U0001f600\U0001f602",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7",
        "\U0001f44d\U0001f3fd \U0001f44b\U0001f3ff",
        "\u2764\ufe0f \u2764\ufe0e \u263a\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\U0001f469\U0001f3fe\u200d\U0001f4bb ok",
        "text\U0001f680text",
        "\U0001f9d1\u200d\U0001f9bd\u200d\u27a1\ufe0f",
    ],
    "symbols": [
        "\u20ac \u00a3 \u00a5 \u20b9 \u20bd \u20a9 \u20bf \u00a2",
        "\u2211\u222b\u221a\u221e \u2264\u2265\u2260\u2248 \u2200\u2203\u2208",
        "x\u00b2 + y\u00b3 = \u00bd \u00b1 \u00d7 \u00f7",
        "\U0001d4d0\U0001d552\U0001d7d8 \u210f \u2102",
        "\u2190\u2191\u2192\u2193 \u21d2\u21d4",
        "\u250c\u2500\u2510\u2502\u2514\u2518 \u2588\u2593\u2592\u2591",
        "\u2713\u2717\u2605\u2606 \u266a\u266b \u2660\u2665",
        "\u00a9\u00ae\u2122 \u00a7\u00b6 \u00b0C",
        "\u2074\u2075 \u2080\u2081 \u2160\u2171",
        "\u2800\u28ff \u2400 \u237e",
        "\U0001f100 \U00010330 \U00012000 \U00013000",
        "\ue000\uf8ff private",
    ],
    "spaces": [
        "no\u00a0break",
        "thin\u2009hair\u200aem\u2003en\u2002",
        "zero\u200bwidth\u200cnon\u200djoiner",
        "soft\u00adhyphen",
        "narrow\u202fno-break \u2060joiner",
        "\u00a0\u00a0",
        "\u180emongolian",
    ],
    "mixed": [
        "Total: 1\u202f234,56\u00a0\u20ac (\u221219\u00a0%)",
        "Stra\u00dfe 5, \u00d8stergade \u2116 7, \u6771\u4eac\u90fd",
        "\u00abA\u00bb\u2192\u201cB\u201d: \u03b1\u2260\u0430\u2260a",
        "r\u00e9sum\u00e9_\u6700\u7d42\u7248 (2)~.PDF",
        "\u4f60\u597d <b>\u043c\u0438\u0440</b> & \U0001f30d!",
        "\u2019Twas \u2026 \u2013 \u201cna\u00efve\u201d \u2014 \u00a35",
    ],
}  # fmt: skip

_BLOCKS = {
    "latin 1": (0xA0, 0x100),
    "latin extended a": (0x100, 0x180),
    "latin extended b": (0x180, 0x250),
    "ipa": (0x250, 0x2B0),
    "greek": (0x370, 0x400),
    "cyrillic": (0x400, 0x500),
    "armenian": (0x531, 0x590),
    "hebrew": (0x591, 0x5F5),
    "arabic": (0x606, 0x700),
    "devanagari": (0x900, 0x980),
    "thai": (0xE01, 0xE5C),
    "georgian": (0x10A0, 0x1100),
    "latin additional": (0x1E00, 0x1F00),
    "punctuation": (0x2010, 0x2028),
    "currency": (0x20A0, 0x20C1),
    "letterlike": (0x2100, 0x2150),
    "arrows": (0x2190, 0x2200),
    "mathematics": (0x2200, 0x2300),
    "technical": (0x2300, 0x2400),
    "box drawing": (0x2500, 0x2600),
    "dingbats": (0x2600, 0x27C0),
    "kana": (0x3041, 0x3100),
    "han": (0x4E00, 0x9FA6),
    "hangul": (0xAC00, 0xD7A4),
    "presentation forms": (0xFB00, 0xFB50),
    "full width": (0xFF01, 0xFFE7),
    "pictographs": (0x1F300, 0x1F650),
    "mathematical letters": (0x1D400, 0x1D800),
}

COUNT = 200
_SEED = 20


def typing_strings():
    """Return the texts as (kind, text), always the same ones."""
    source = random.Random(_SEED)
    texts = [(kind, text) for kind, samples in _SAMPLES.items() for text in samples]
    for name, (first, last) in _BLOCKS.items():
        assigned = [
            chr(c) for c in range(first, last) if unicodedata.category(chr(c))[0] not in "C"
        ]
        texts.append((name, "".join(source.sample(assigned, min(len(assigned), 24)))))
    pool = [char for _, text in texts for char in text if char not in "\n\t"]
    words = " ".join(text for kind, text in texts if kind == "ascii").replace("\n", " ")
    texts.append(("long", (words.replace("\t", " ") * 4)[:500]))
    texts.append(("long", "".join(source.choices(pool, k=500))))
    while len(texts) < COUNT:
        texts.append(("random", "".join(source.choices(pool, k=source.randint(1, 40)))))
    return texts[:COUNT]
