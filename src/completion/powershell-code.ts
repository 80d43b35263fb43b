/** What the script for PowerShell does with its tables. What was typed is compared as text, and never evaluated. */
export const POWERSHELL_CODE = `    function Get-ProfileNames {
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
            # Letters behind one hyphen: the first that takes a value takes the rest, or the next word.
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
        # PowerShell itself completes names of files where it is given nothing.
        if ($kind -ceq 'file' -and -not $head) { return }
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

    # An empty text keeps it from offering names of files where none is meant.
    if ($results.Count -eq 0) { '' } else { $results }`;
