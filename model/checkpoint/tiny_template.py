"""The chat template of a tiny checkpoint: our own words for the base model's documented shape.

Source of the shape: the template that NVIDIA's cosmos framework installs on this processor, and
llama.cpp's template of the text sibling. Thinking is off unless a system or user text asks for it
with `/think`; pictures stand before the text of their message; tool results are user turns.
"""

from typing import Final

CHAT_TEMPLATE: Final = """\
{%- macro bare(text) -%}
{{- text | replace('/no_think', '') | replace('/think', '') -}}
{%- endmacro -%}
{%- macro words(content) -%}
{%- if content is string -%}
{{- content -}}
{%- elif content -%}
{%- for part in content if part.type == 'text' -%}{{- part.text -}}{%- endfor -%}
{%- endif -%}
{%- endmacro -%}
{%- macro pictures(content) -%}
{%- if content is not string and content and '<image>' not in words(content) -%}
{%- set shown = content | selectattr('type', 'equalto', 'image') | list -%}
{%- if shown | length == 1 -%}
{{- '<image>\\n' -}}
{%- elif shown -%}
{%- for one in shown -%}
{{- '<image ' ~ loop.index ~ '><image>' ~ ('\\n' if loop.last else ' ') -}}
{%- endfor -%}
{%- endif -%}
{%- endif -%}
{%- endmacro -%}
{%- set mode = namespace(thinking=false) -%}
{%- for message in messages if message.role in ['system', 'user'] -%}
{%- set text = words(message.content) -%}
{%- if '/no_think' in text -%}
{%- set mode.thinking = false -%}
{%- elif '/think' in text -%}
{%- set mode.thinking = true -%}
{%- endif -%}
{%- endfor -%}
{%- set turns = messages -%}
{%- set system = '' -%}
{%- if messages and messages[0].role == 'system' -%}
{%- set system = bare(words(messages[0].content)) -%}
{%- set turns = messages[1:] -%}
{%- endif -%}
{{- bos_token ~ '<SPECIAL_10>System\\n' ~ system -}}
{%- if tools -%}
{{- ('\\n\\n' if system else '') ~ '<AVAILABLE_TOOLS>[' -}}
{%- for tool in tools -%}
{{- (tool.function if tool.function else tool) | tojson ~ ('' if loop.last else ', ') -}}
{%- endfor -%}
{{- ']</AVAILABLE_TOOLS>' -}}
{%- endif -%}
{{- '\\n' -}}
{%- for message in turns -%}
{%- if message.role == 'user' -%}
{{- '<SPECIAL_11>User\\n' ~ pictures(message.content) ~ bare(words(message.content)) ~ '\\n' -}}
{%- elif message.role == 'tool' -%}
{{- '<SPECIAL_11>User\\n<TOOL_RESPONSE>[' ~ words(message.content) ~ ']</TOOL_RESPONSE>\\n' -}}
{%- elif message.role == 'assistant' -%}
{{- '<SPECIAL_11>Assistant\\n' ~ words(message.content) -}}
{%- if message.tool_calls -%}
{{- '<TOOLCALL>[' -}}
{%- for call in message.tool_calls -%}
{%- set asked = call.function if call.function else call -%}
{{- '{"name": ' ~ asked.name | tojson ~ ', "arguments": ' -}}
{{- asked.arguments if asked.arguments is string else asked.arguments | tojson -}}
{{- '}' ~ ('' if loop.last else ', ') -}}
{%- endfor -%}
{{- ']</TOOLCALL>' -}}
{%- endif -%}
{{- '\\n<SPECIAL_12>\\n' -}}
{%- else -%}
{{- raise_exception('there is no role ' ~ message.role) -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{- '<SPECIAL_11>Assistant\\n' ~ ('<think>\\n' if mode.thinking else '<think></think>') -}}
{%- endif -%}
"""
