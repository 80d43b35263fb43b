# A formula for Homebrew, not run by us. A release fills in what is in braces: copy its file into a tap.
class Reporting < Formula
  desc "{{description}}"
  homepage "https://github.com/{{repository}}"
  version "{{version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "https://github.com/{{repository}}/releases/download/v{{version}}/reporting-{{version}}-macos-arm64.tar.gz"
      sha256 "{{macos-arm64}}"
    end
    on_intel do
      url "https://github.com/{{repository}}/releases/download/v{{version}}/reporting-{{version}}-macos-x64.tar.gz"
      sha256 "{{macos-x64}}"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/{{repository}}/releases/download/v{{version}}/reporting-{{version}}-linux-arm64.tar.gz"
      sha256 "{{linux-arm64}}"
    end
    on_intel do
      url "https://github.com/{{repository}}/releases/download/v{{version}}/reporting-{{version}}-linux-x64.tar.gz"
      sha256 "{{linux-x64}}"
    end
  end

  def install
    prefix.install "bin", "share"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reporting --version")
  end
end
