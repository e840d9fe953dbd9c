import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pack } from './pack.mjs'
import { root, run } from './processes.mjs'
import { packageManager } from './workspace.mjs'

/** How each package manager writes its lockfile, and nothing else. */
const managers = {
  npm: { command: ['npm', 'install', '--package-lock-only'], lock: 'package-lock.json' },
  pnpm: { command: ['npx', '--yes', await packageManager(), 'install', '--lockfile-only'], lock: 'pnpm-lock.yaml' },
  bun: { command: ['npx', '--yes', 'bun@1.4.5', 'install', '--lockfile-only'], lock: 'bun.lock' },
  yarn: {
    command: ['npx', '--yes', '--package=@yarnpkg/cli-dist@4.18.1', 'yarn', 'install', '--mode=update-lockfile'],
    lock: 'yarn.lock',
  },
} as const
type Manager = keyof typeof managers

const wagmis = { 2: '2.15.4', 3: '3.7.6' } as const
const dapp = { viem: '2.57.1', react: '19.3.1', '@tanstack/react-query': '5.108.0' }
const own = ['core', 'evm', 'walletconnect', 'ethereum-provider'] as const

let place = ''
let readme = ''
let tarballs: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'foyer-in-place-'))
  readme = await readFile(`${root}packages/ethereum-provider/README.md`, 'utf8')
  const packed = await pack()
  tarballs = Object.fromEntries(own.map((name) => [name, `file:${packed[name]?.tarball}`]))
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** What the README has somebody write for a package manager, by its file; nothing is published, so that the packages are taken from their tarballs. */
function written(manager: Manager): ReadonlyMap<string, object> {
  const dependency = /```json\n(.*)\n```/.exec(readme)?.[1] ?? ''
  const [, file = '', entry = ''] =
    new RegExp(`^\\| ${manager} +\\| \`([\\w.-]+)\` +\\| \`(.*)\` +\\|$`, 'm').exec(readme) ?? []
  const parse = (json: string): object =>
    JSON.parse(json.replaceAll('npm:@foyer/ethereum-provider@latest', tarballs['ethereum-provider'] ?? ''))
  const second = Object.entries(parse(`{${entry}}`)).map(([key, value]) => {
    const others = own.slice(0, 3).map((name) => [`@foyer/${name}`, tarballs[name]])
    return [key, { ...value, ...Object.fromEntries(others) }]
  })
  return new Map([
    ['package.json', { ...parse(dependency), ...(file === 'package.json' && Object.fromEntries(second)) }],
    ...(file === 'package.json' ? [] : [[file, Object.fromEntries(second)] as const]),
  ])
}

/** @returns the lockfile of a dapp on wagmi, by which it would be installed */
async function lockOf({ manager, wagmi }: { readonly manager: Manager; readonly wagmi: keyof typeof wagmis }) {
  const folder = await mkdtemp(join(place, manager))
  for (const [file, text] of written(manager)) {
    const dependencies = { ...dapp, wagmi: wagmis[wagmi], ...Reflect.get(text, 'dependencies') }
    const whole = file === 'package.json' ? { name: 'dapp', private: true, ...text, dependencies } : text
    await writeFile(join(folder, file), JSON.stringify(whole))
  }
  // By which yarn knows that the folder is a project of its own; it reads no settings of npm's.
  if (manager === 'yarn') await writeFile(join(folder, 'yarn.lock'), '')
  const registry = (await run('npm', ['config', 'get', 'registry'], { quiet: true })).output.trim()
  const [command, ...args] = managers[manager].command
  const { code, output } = await run(command, args, {
    quiet: true,
    cwd: folder,
    env: { YARN_NPM_REGISTRY_SERVER: registry, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
  })
  expect(code, output).toBe(0)
  return { folder, lock: await readFile(join(folder, managers[manager].lock), 'utf8') }
}

describe('a dapp on wagmi whose package.json is as the README says', () => {
  const all = (['npm', 'pnpm', 'bun', 'yarn'] as const).flatMap((manager) =>
    ([3, 2] as const).map((wagmi) => ({ manager, wagmi })),
  )
  // The one that took the original's client beside this one, in silence; the others with FOYER_FULL=1: two of the package managers are fetched for it.
  const cases = process.env.FOYER_FULL ? all : all.slice(0, 1)
  test.each(cases)('has this client alone: wagmi $wagmi by $manager', async ({ manager, wagmi }) => {
    const { folder, lock } = await lockOf({ manager, wagmi })
    expect(lock).toMatch(/foyer[/-]ethereum-provider/)
    expect(lock).not.toMatch(/@walletconnect[/+](core|sign-client|universal-provider)/)
    if (manager !== 'npm') return
    const listed = await run('npm', ['ls', '@walletconnect/core', '--package-lock-only'], { quiet: true, cwd: folder })
    expect(listed.output).toContain('(empty)')
  })
})
