# Completes the command lines of reporting in PowerShell, also in Windows PowerShell 5.1.
# The program says what fits at the cursor. Nothing typed and nothing printed is expanded or evaluated.

Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The words replace the end of the typed text.
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
    $found = @(try { $null | reporting __complete $line 2>$null } catch { })
    $kind, $end = "$($found | Select-Object -First 1)".Split([char] 9)
    $head = $wordToComplete.Substring(0, [Math]::Max(0, $wordToComplete.Length - "$end".Length))
    # Without a result, PowerShell completes file names.
    if (($kind -ceq 'file' -or $kind -ceq 'directory') -and -not $head) { return }
    $results = @(foreach ($row in $found | Select-Object -Skip 1) {
        $word, $meaning = $row.Split([char] 9)
        $tip = if ($meaning) { $meaning } else { $word }
        [System.Management.Automation.CompletionResult]::new($head + $word, $word, 'ParameterValue', $tip)
    })

    # An empty result keeps PowerShell from completing file names.
    if ($results.Count -eq 0) { '' } else { $results }
}
