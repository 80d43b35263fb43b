/**
 * The completion scripts. Each consists of one table, made from the program, and of fixed code. The code finds commands and options in
 * the table, and asks `reporting __complete` for values. It never expands or evaluates typed text or values.
 */

import type { Command } from 'commander';
import { allCommands, commandsBelow, flagsOf, pathOf } from '../options/declare-flags.ts';

/** The place of the table in the code. */
const TABLE = '@TABLE@';

/** For bash 4.2 and later, with or without the package bash-completion. No `eval`, no `compgen -W`. */
const BASH = `# shellcheck shell=bash
# Completes the command lines of reporting in bash 4.2 and later. Made by \`reporting completion bash\`.

@TABLE@

# Asks the program for the values that fit at the cursor. They replace the end of the typed text.
_reporting_ask() {
  local kind='' value='' word
  {
    IFS=$'\\t' read -r -t 3 kind value || return
    while IFS= read -r -t 3 word; do
      COMPREPLY+=("\${typed%"$value"}$word")
    done
  } < <(command reporting __complete "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $kind in
    # Bash completes file names and quotes them itself.
    file) compopt -o default ;;
    directory) compopt -o dirnames ;;
  esac
}

_reporting() {
  local at=reporting typed=$2 last=\${COMP_WORDS[COMP_CWORD - 1]} literal='' key word
  COMPREPLY=()
  if [[ $last == *[\\<\\>]* ]]; then
    compopt -o default
    return
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -- ]] && literal=1
    [[ $word != -* && $_reporting_table == *$'\\n'"$at $word||"* ]] && at+=" $word"
  done
  if [[ $last != = && $_reporting_table != *$'\\n'"$at $last|=|"* && $_reporting_table != *$'\\n'"reporting $last|=|"* &&
    ! ($literal && $typed == -*) ]]; then
    for key in "\${_reporting_rows[@]}"; do
      key=\${key%%|*} word=\${key##* }
      [[ $word == "$typed"* && ($typed == -* || $word != -*) ]] || continue
      [[ \${key% *} == "$at" || ($word == -* && \${key% *} == reporting) ]] && COMPREPLY+=("$word")
    done
  fi
  ((\${#COMPREPLY[@]} > 0)) || _reporting_ask
}

complete -F _reporting reporting
`;

/** Works autoloaded from fpath and sourced. */
const ZSH = `#compdef reporting
# Completes the command lines of reporting in zsh. Made by \`reporting completion zsh\`.

@TABLE@

_reporting_files() {
  # _files runs command substitutions before a slash.
  [[ $PREFIX$SUFFIX == *(\\\`|\\$[\\(\\{\\[])* ]] || _files "$@"
}

# Offers the values that the program has for the end of the line.
_reporting_ask() {
  local kind value name expl fd
  local -a names options
  # On stdin, zsh would ignore the limit of read -t.
  exec {fd}< <(command reporting __complete "\${words[1,CURRENT-1]} $PREFIX" 2>/dev/null </dev/null)
  if IFS=$'\\t' read -r -t 3 -u $fd kind value; then
    while IFS= read -r -t 3 -u $fd name; do
      names+=("$name")
    done
  fi
  exec {fd}<&-
  compset -p $(($#PREFIX - $#value))
  case $kind in
    file) _reporting_files ;;
    directory) _reporting_files -/ ;;
    list) _wanted values expl value compadd -q -S , -a names ;;
    *) _wanted values expl value compadd -a names ;;
  esac
}

_reporting() {
  local at=reporting last=$words[CURRENT-1] literal='' row word place
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -- ]] && literal=1
    [[ $word != -* && $_reporting_table == *$'\\n'"$at $word||"* ]] && at+=" $word"
  done
  if [[ $_reporting_table != *$'\\n'"$at $last|=|"* && $_reporting_table != *$'\\n'"reporting $last|=|"* ]] &&
    [[ -z $literal || $PREFIX != -* ]]; then
    for row in "\${(@f)_reporting_table}"; do
      place=\${row%%|*} word=\${\${row%%|*}##* }
      [[ $word == "$PREFIX"* && ( $PREFIX == -* || $word != -* ) ]] || continue
      [[ \${place% *} == "$at" || ( $word == -* && \${place% *} == reporting ) ]] && offered+=("$word:\${row##*|}")
    done
  fi
  if (( $#offered )); then
    _describe -t words word offered
  else
    _reporting_ask
  fi
}

if [[ $funcstack[1] == _reporting ]]; then
  _reporting "$@"
elif (( $+functions[compdef] )); then
  compdef _reporting reporting
else
  print -u2 'reporting: load the completion system before its completion: autoload -Uz compinit && compinit'
fi
`;

/** For fish 3.4 and later. */
const FISH = `# Completes the command lines of reporting in fish. Made by \`reporting completion fish\`.

@TABLE@

# The values that the program has for the end of the line. They replace the end of the typed word.
function __reporting_ask
    set -l word (commandline -ct)
    set -l limit
    command -q timeout; and set limit timeout 3
    set -l found (command $limit reporting __complete (commandline -cp | string collect) 2>/dev/null </dev/null)
    set -q found[1]; or return
    set -l kind (string split -m 1 \\t -- $found[1])
    set -l start (string sub -l (math (string length -- "$word") - (string length -- "$kind[2]")) -- "$word")
    set start (string trim -c "\\"'" -- "$start")
    set -e found[1]
    switch $kind[1]
        case file
            set found (__fish_complete_path "$kind[2]")
        case directory
            set found (__fish_complete_directories "$kind[2]")
    end
    printf '%s\\n' "$start"$found
end

function __reporting_complete
    set -l typed (commandline -opc)
    set -l word (commandline -ct)
    set -l at reporting
    for name in $typed[2..]
        contains -- "$at $name||" $__reporting_starts; and not string match -q -- '-*' $name; and set at "$at $name"
    end
    set -l start (string escape --style=regex -- "$word")
    set -l offered
    if contains -- "$at $typed[-1]|=|" $__reporting_starts; or contains -- "reporting $typed[-1]|=|" $__reporting_starts
    else if not string match -q -- '-*' "$word"
        set offered (string replace -rf "^$at (?!-)($start\\S*)\\|=?\\|" '$1\\t' -- $__reporting_table)
    else if not contains -- -- $typed
        set offered (string replace -rf "^(?:$at|reporting) ($start\\S*)\\|=?\\|" '$1\\t' -- $__reporting_table)
    end
    set -q offered[1]; and printf '%s\\n' $offered; or __reporting_ask
end

complete -c reporting -f -k -a '(__reporting_complete)'
`;

/** Also for Windows PowerShell 5.1. */
const POWERSHELL = `# Completes the command lines of reporting in PowerShell. Made by \`reporting completion powershell\`.

Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

@TABLE@

    function New-Result([string] $text, [string] $shown, [string] $kind, [string] $tip) {
        [System.Management.Automation.CompletionResult]::new($text, $shown, $kind, $tip)
    }

    $path = 'reporting'
    $last = ''
    $isLiteral = $false
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $typed) {
        $last = $element.Extent.Text
        if ($last -cnotlike '-*' -and $table.Contains("|$path $last||")) { $path = "$path $last" }
        if ($last -ceq '--') { $isLiteral = $true }
    }

    $value = $wordToComplete
    $isFlag = $value -clike '-*'
    $kind = if ($isFlag) { 'ParameterName' } else { 'Command' }
    $takesValue = $table.Contains("|$path $last|=|") -or $table.Contains("|reporting $last|=|")
    $results = @(if (-not $takesValue -and -not ($isFlag -and $isLiteral)) {
        foreach ($row in $table -split '\\r?\\n') {
            $null, $key, $null, $tip = $row -split '\\|', 4
            $place = $key.Substring(0, $key.LastIndexOf(' '))
            $word = $key.Substring($place.Length + 1)
            $isHere = $place -ceq $path -or ($isFlag -and $place -ceq 'reporting')
            if ($isHere -and ($word -clike '-*') -eq $isFlag -and $word.StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result $word $word $kind $tip
            }
        }
    })

    if ($results.Count -eq 0) {
        # The program knows the values. They replace the end of the typed text.
        $length = $cursorPosition - $commandAst.Extent.StartOffset
        $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
        $found = @(try { $null | reporting __complete $line 2>$null } catch { })
        $offer, $end = "$($found | Select-Object -First 1)".Split([char] 9)
        $head = $value.Substring(0, [Math]::Max(0, $value.Length - "$end".Length))
        # Without a result, PowerShell completes file names.
        if (($offer -ceq 'file' -or $offer -ceq 'directory') -and -not $head) { return }
        $results = @(foreach ($word in $found | Select-Object -Skip 1) {
            New-Result ($head + $word) $word 'ParameterValue' $word
        })
    }

    # An empty result keeps PowerShell from completing file names.
    if ($results.Count -eq 0) { '' } else { $results }
}
`;

/** The shells in the order of the help: the script's name in `completions/`, its code, and the table as a text of the shell. */
export const SHELLS = {
  bash: {
    file: 'reporting.bash',
    code: BASH,
    table: (text: string) =>
      `_reporting_table='\n${text.replaceAll("'", "'\\''")}'\nmapfile -t _reporting_rows <<<"$_reporting_table"`,
  },
  zsh: {
    file: '_reporting',
    code: ZSH,
    table: (text: string) => `_reporting_table='\n${text.replaceAll("'", "'\\''")}'`,
  },
  fish: {
    file: 'reporting.fish',
    code: FISH,
    table: (text: string) =>
      `set -g __reporting_table (string split \\n '${text.replace(/['\\]/g, '\\$&')}')\n` +
      "set -g __reporting_starts (string replace -r '(\\|=?\\|).*' '$1' -- $__reporting_table)",
  },
  powershell: {
    file: 'reporting.ps1',
    code: POWERSHELL,
    table: (text: string) => `    $table = '${text.replaceAll("'", "''").replace(/^/gm, '|')}'`,
  },
} as const;

export type Shell = keyof typeof SHELLS;

/** The completion script of `program` for a shell. Ends with a line feed. */
export function completionScript(shell: Shell, program: Command): string {
  const { code, table } = SHELLS[shell];
  return code.replace(TABLE, () => `${ABOUT}\n${table(tableOf(program))}`);
}

const ABOUT = '# Each line: a command and a word that can follow it, = for an option with a value, and what it does.';

/** A line for each subcommand and option. The options of every command stand with the program. */
function tableOf(program: Command): string {
  const lines = allCommands(program).flatMap((command) => {
    const path = pathOf(command);
    const options = command === program ? command.createHelp().visibleOptions(command) : command.options;
    return [
      ...commandsBelow(command).map((each) => `${path} ${each.name()}||${each.summary()}`),
      ...options.flatMap((option) => {
        const taken = option.required ? '=' : '';
        return flagsOf(option).map((flag) => `${path} ${flag}|${taken}|${option.description}`);
      }),
    ];
  });
  // Windows PowerShell reads scripts in the code page of the machine.
  return lines.join('\n').replaceAll('…', '...');
}
