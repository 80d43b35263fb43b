/**
 * The script for PowerShell, including Windows PowerShell 5.1. It consists of tables made from the program, and of fixed code
 * that reads them.
 */

import { allCommands, type CommandModel, grouped, valueFlags, valuePatterns } from './model.ts';
import type { Value } from './values.ts';

export function powershellScript(program: CommandModel): string {
  const commands = allCommands(program);
  const steps = commands.flatMap(({ path, commands: below }) =>
    below.flatMap((each) =>
      [each.name, ...each.aliases].map((word) => [`${path} ${word}`, quoted(each.path)]),
    ),
  );
  const names = commands.flatMap(({ path, commands: below }) =>
    below.length === 0 ? [] : [[path, list(below.flatMap(({ name, summary }) => [name, summary]))]],
  );
  const options = commands.map(({ path, options: taken }) => [
    path,
    list(taken.flatMap(({ flags, summary }) => flags.flatMap((flag) => [flag, summary]))),
  ]);
  const values = valuePatterns(program).map(([pattern, value]) => [pattern, members(value)]);
  const operands = commands.flatMap(({ path, operands: taken }) =>
    taken.map(({ value, isVariadic }, index) => [`${path} ${isVariadic ? '*' : index}`, members(value)]),
  );
  return [
    '# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.',
    '',
    'Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {',
    '    param($wordToComplete, $commandAst, $cursorPosition)',
    '',
    '    # The subcommand of a command, by its name.',
    lookUp('Get-Step', steps),
    '    # The subcommands of a command, each with its summary.',
    lookUp('Get-Names', names),
    '    # The flags of a command, each with its summary.',
    lookUp('Get-Options', options),
    '    # The value that a flag of a command takes.',
    lookUp('Get-Value', values),
    '    # The value that a command takes as an operand, by its number from 0.',
    lookUp('Get-Operand', operands),
    '    # The flags that take a value.',
    `    $valueFlags = ${list(valueFlags(program))}`,
    '',
    POWERSHELL_CODE,
    '}',
    '',
  ].join('\n');
}

/** A value as a list: its kind, the separator of several values, and the words to offer. */
function members({ kind, words, isList }: Value): string {
  return list([kind, isList ? ',' : '', ...words]);
}

/** A function that returns the body of the first pattern that matches its argument. A hashtable would not distinguish -v and -V. */
function lookUp(name: string, entries: readonly (readonly string[])[]): string {
  const cases = grouped(entries.map(([pattern = '', body = '']) => [body, pattern]));
  const lines = cases.map(
    ([body, patterns]) => `        if (${patterns.map(test).join(' -or ')}) { return ${body} }`,
  );
  return [`    function ${name}([string] $key) {`, ...lines, '    }', ''].join('\n');
}

function test(pattern: string): string {
  return `$key ${pattern.includes('*') ? '-clike' : '-ceq'} ${quoted(pattern)}`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The code that reads the tables. It compares the typed text and never evaluates it. */
const POWERSHELL_CODE = `    function Get-ProfileNames {
        try {
            $null | reporting profiles list --format names 2>$null | Where-Object { $_ -cmatch '^[A-Za-z0-9._-]+$' }
        } catch {
        }
    }

    function Get-TimeZones {
        'UTC'
        $file = '/usr/share/zoneinfo/zone.tab'
        if (Test-Path -LiteralPath $file) {
            foreach ($line in [System.IO.File]::ReadAllLines($file)) {
                if ($line -cmatch '^[A-Z]+\\t\\S+\\t([A-Za-z0-9_+/-]+)') { $Matches[1] }
            }
        }
    }

    function New-Result([string] $text, [string] $shown, [string] $kind, [string] $tip) {
        [System.Management.Automation.CompletionResult]::new($text, $shown, $kind, $tip)
    }

    $path = 'reporting'
    $operands = 0
    $flag = ''
    $isLiteral = $false
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $typed) {
        $word = $element.Extent.Text
        if ($flag) {
            $flag = ''
        } elseif ($isLiteral -or $word -cnotlike '-?*') {
            $below = if ($operands -eq 0) { Get-Step "$path $word" }
            if ($below) { $path = $below } else { $operands++ }
        } elseif ($word -ceq '--') {
            $isLiteral = $true
        } elseif ($word -clike '--*') {
            if ($valueFlags -ccontains $word) { $flag = $word }
        } else {
            # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
            for ($index = 1; $index -lt $word.Length; $index++) {
                $letter = '-' + $word[$index]
                if ($valueFlags -ccontains $letter) {
                    if ($index -eq $word.Length - 1) { $flag = $letter }
                    break
                }
            }
        }
    }

    $value = $wordToComplete
    $head = ''
    if (-not $flag -and -not $isLiteral -and $value -cmatch '^(--[^=]+)=(.*)$') {
        $flag = $Matches[1]
        $value = $Matches[2]
        $head = "$flag="
    }
    $isFlag = -not $flag -and -not $isLiteral -and $value -clike '-*'
    $names = @(if (-not $flag -and -not $isFlag -and $operands -eq 0) { Get-Names $path })
    $offer = @(if ($flag) { Get-Value "$path $flag" } elseif (-not $isFlag) { Get-Operand "$path $operands" })
    $results = @()

    if ($isFlag -or $names.Count -gt 0) {
        $pairs = if ($isFlag) { @(Get-Options $path) } else { $names }
        $kind = if ($isFlag) { 'ParameterName' } else { 'Command' }
        $results = @(for ($index = 0; $index -lt $pairs.Count; $index += 2) {
            if ($pairs[$index].StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result $pairs[$index] $pairs[$index] $kind $pairs[$index + 1]
            }
        })
    } elseif ($offer.Count -gt 0) {
        $kind, $separator, $words = $offer
        # Without a result, PowerShell completes file names.
        if (($kind -ceq 'file' -or $kind -ceq 'directory') -and -not $head) { return }
        if ($separator -and $value.Contains($separator)) {
            $cut = $value.LastIndexOf($separator) + 1
            $head += $value.Substring(0, $cut)
            $value = $value.Substring($cut)
        }
        if ($kind -ceq 'profile') { $words = @(Get-ProfileNames) }
        if ($kind -ceq 'time-zone') { $words = @(Get-TimeZones) }
        $results = @(foreach ($word in $words) {
            if ($word.StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result ($head + $word) $word 'ParameterValue' $word
            }
        })
    }

    # An empty result keeps PowerShell from completing file names.
    if ($results.Count -eq 0) { '' } else { $results }`;
