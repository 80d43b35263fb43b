/**
 * The script for PowerShell, including Windows PowerShell 5.1. It consists of tables made from the program, and of fixed code
 * that reads them.
 */

import { allCommands, type CommandModel, grouped, valueFlags } from './model.ts';

export function powershellScript(program: CommandModel): string {
  const commands = allCommands(program);
  const names = commands.flatMap(({ path, commands: below }) =>
    below.length === 0 ? [] : [[path, list(below.flatMap(({ name, summary }) => [name, summary]))]],
  );
  const options = commands.map(({ path, options: taken }) => [
    path,
    list(taken.flatMap(({ flags, summary }) => flags.flatMap((flag) => [flag, summary]))),
  ]);
  return [
    '# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.',
    '',
    'Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {',
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '',
    '    # The commands below the program.',
    `    $commands = ${list(commands.slice(1).map(({ path }) => path))}`,
    '',
    '    # The subcommands of a command, each with its summary.',
    lookUp('Get-Names', names),
    '    # The flags of a command, each with its summary.',
    lookUp('Get-Options', options),
    '    # The flags that take a value.',
    `    $valueFlags = ${list(valueFlags(program))}`,
    '',
    POWERSHELL_CODE,
    '}',
    '',
  ].join('\n');
}

/** A function that returns the body of the first pattern that matches its argument. A hashtable would not distinguish -v and -V. */
function lookUp(name: string, entries: readonly (readonly string[])[]): string {
  const cases = grouped(entries.map(([pattern = '', body = '']) => [body, pattern]));
  const lines = cases.map(([body, patterns]) => `        if (${patterns.map(test).join(' -or ')}) { return ${body} }`);
  return [`    function ${name}([string] $key) {`, ...lines, '    }', ''].join('\n');
}

function test(pattern: string): string {
  return `$key -ceq ${quoted(pattern)}`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The code that reads the tables. It compares the typed text and never evaluates it. */
const POWERSHELL_CODE = `    function New-Result([string] $text, [string] $shown, [string] $kind, [string] $tip) {
        [System.Management.Automation.CompletionResult]::new($text, $shown, $kind, $tip)
    }

    $path = 'reporting'
    $last = ''
    $isLiteral = $false
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $typed) {
        $last = $element.Extent.Text
        if ($commands -ccontains "$path $last") { $path = "$path $last" }
        if ($last -ceq '--') { $isLiteral = $true }
    }

    $value = $wordToComplete
    $kind = 'ParameterValue'
    $pairs = @()
    if ($valueFlags -cnotcontains $last) {
        if ($value -cnotlike '-*') {
            $kind = 'Command'
            $pairs = @(Get-Names $path)
        } elseif (-not $isLiteral) {
            $kind = 'ParameterName'
            $pairs = @(Get-Options $path)
        }
    }
    $results = @(for ($index = 0; $index -lt $pairs.Count; $index += 2) {
        if ($pairs[$index].StartsWith($value, [System.StringComparison]::Ordinal)) {
            New-Result $pairs[$index] $pairs[$index] $kind $pairs[$index + 1]
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
    if ($results.Count -eq 0) { '' } else { $results }`;
