import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installLine, pack } from './pack.mjs'
import { root, run } from './processes.mjs'
import { exampleProjects } from './templates.mjs'
import { catalog, manifestOf, packageManager } from './workspace.mjs'

/** What the usual template needs of ours. */
const needed = ['core', 'evm', 'react', 'walletconnect']

let place = ''
let command = ''
let packed: Readonly<Record<string, { readonly tarball: string }>> = {}
let tarballs: Readonly<Record<string, string>> = {}
const project = () => join(place, 'my-dapp')

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'foyer-create-'))
  packed = await pack()
  const { code, output } = await run('tar', ['-xzf', packed['create-foyer']?.tarball ?? '', '-C', place], {
    quiet: true,
  })
  if (code !== 0) throw new Error(output)
  command = join(place, 'package/dist/main.js')
  tarballs = Object.fromEntries(needed.map((name) => [`@foyer/${name}`, `file:${packed[name]?.tarball}`]))
})

afterAll(() => rm(place, { recursive: true, force: true }))

const create = (...args: string[]) => run(process.execPath, [command, ...args], { quiet: true })

describe('npm create foyer, as it is packed', () => {
  test('makes a project that installs, type-checks and builds with the packed packages, and prints how to go on', async () => {
    const { code, output } = await create(project())
    expect([code, output]).toEqual([0, expect.stringContaining(`  cd ${project()}\n  npm install\n  npm run dev\n`)])
    const manifest = JSON.parse(await readFile(join(project(), 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ name: 'my-dapp', private: true })
    // Nothing has been published yet, so that the packages are taken from their tarballs.
    await writeFile(join(project(), 'pnpm-workspace.yaml'), JSON.stringify({ overrides: tarballs }))
    const manager = ['--yes', await packageManager(), '--dir', project()]
    const installed = await run('npx', [...manager, 'install', '--prefer-offline', '--ignore-scripts'], {
      quiet: true,
      env: { CI: 'true' },
    })
    expect(installed.code, installed.output).toBe(0)
    const built = await run('npm', ['--prefix', project(), 'run', 'build'], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    })
    expect(built.code, built.output).toBe(0)
    expect(await readdir(join(project(), 'dist'))).toContain('index.html')
  })

  test('makes each template: whole, and without anything of the repository’s', async () => {
    for (const template of await exampleProjects()) {
      const folder = join(place, 'each', template)
      expect(await create(folder, '--template', template)).toMatchObject({ code: 0 })
      const files = await readdir(folder)
      expect(files).toEqual(expect.arrayContaining(['.gitignore', 'README.md', 'package.json', 'tsconfig.json']))
      for (const file of ['node_modules', 'dist', '.next', '.env', '_gitignore']) expect(files).not.toContain(file)
      expect(await readFile(join(folder, 'package.json'), 'utf8')).not.toMatch(/workspace:|catalog:/)
    }
  })

  test.each(['own-family', 'game'])('%s installs by the line that `npm run pack` prints', async (template) => {
    const folder = join(place, 'by-line', template)
    expect(await create(folder, '--template', template)).toMatchObject({ code: 0 })
    const [, ...parameters] = (await installLine(template, packed)).split(' ')
    const without = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
    // What a registry has to be asked for is asked; what it has under our names isn't.
    const { code, output } = await run('npm', [...parameters, ...without], { quiet: true })
    expect(code, output).toBe(0)
    const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
    const ours = Object.entries(packages).filter(([path]) => path.includes('node_modules/@foyer/'))
    expect(ours.length).toBeGreaterThan(3)
    for (const [, entry] of ours) expect(entry).toMatchObject({ resolved: expect.stringMatching(/^file:.*\.tgz$/) })
  })

  test('says in a line what is wrong, ends with 1, and writes nothing', async () => {
    const folder = join(place, 'taken')
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const { code, output } = await create(folder)
    expect([code, output]).toEqual([1, `folder: ${folder} isn't empty: it has notes.txt. Name another, or empty it.\n`])
    expect(await readdir(folder)).toEqual(['notes.txt'])
    expect(await create(join(place, 'new'), '--template', 'svelte')).toMatchObject({ code: 1 })
    expect(await readdir(place)).not.toContain('new')
  })
})

test('npx @foyer/migrate, as it is packed, moves a page of RainbowKit', async () => {
  const folder = join(place, 'moving')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const tarball = packed.migrate?.tarball ?? ''
  const installed = await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', tarball], {
    quiet: true,
  })
  expect(installed.code, installed.output).toBe(0)
  const fixture = `${root}packages/migrate/fixtures/rainbowkit-modules`
  await cp(`${fixture}/before`, join(folder, 'host'), { recursive: true })
  const bin = join(folder, 'node_modules/.bin/foyer-migrate')
  const { code, output } = await run(bin, [join(folder, 'host')], { quiet: true })
  expect([code, output]).toEqual([0, expect.stringContaining('Next: install once more')])
  for (const path of ['src/wagmi.ts', 'src/Header.tsx'])
    expect(await readFile(join(folder, 'host', path), 'utf8')).toBe(await readFile(`${fixture}/after/${path}`, 'utf8'))
})

test('the examples name the versions that this workspace has', async () => {
  const chosen = await catalog()
  for (const name of await exampleProjects()) {
    const { dependencies, devDependencies = {} } = await manifestOf(`examples/${name}`)
    for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      const own = /^@foyer\/(.+)$/.exec(dependency)?.[1]
      const wanted = own ? `^${(await manifestOf(`packages/${own}`)).version}` : (chosen[dependency] ?? range)
      expect(`${name}: ${dependency} ${range}`).toBe(`${name}: ${dependency} ${wanted}`)
    }
  }
})

test('the readme of the command lists each template', async () => {
  const readme = await readFile(`${root}packages/create-foyer/README.md`, 'utf8')
  const listed = [...readme.matchAll(/^\| `([^`]+)` /gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual((await exampleProjects()).sort())
})
