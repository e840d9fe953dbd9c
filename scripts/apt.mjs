import { existsSync } from 'node:fs'
import { run } from './processes.mjs'

const unmet = 'Not every index of packages could be had.'

/** Installs Debian's packages, where there is an apt and the right to use it; what it says is shown where it fails, or had to do with older indexes. */
export async function apt(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // An index that isn't had (the security archive's) would mean older packages, in silence: it is asked for again, and said.
  const update = `apt-get -o Acquire::Retries=5 -o APT::Update::Error-Mode=any update || echo "${unmet}"`
  const install = `${update}; apt-get install -y --no-install-recommends ${packages.join(' ')}`
  const { code, output } = await run('sh', ['-c', install], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  if (code !== 0 || output.includes(unmet)) console.error(output)
}
