import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedPort } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getProjectCall } from '../admin/adminWire.js'
import { type RunningServer, startServer } from '../start.js'
import { project } from './project.js'
import { runCommand } from './runCommand.js'

const adminToken = 'a-token-of-the-operator-0123456789'

let folder: string
let server: RunningServer | undefined
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-project-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  await server?.stop()
  server = undefined
})

/** One call of the command, as an operator makes it. */
async function call(...args: string[]) {
  const said = { printed: '', complained: '' }
  const exitCode = await runCommand({
    commands: [project],
    args: ['project', ...args],
    env,
    print: (text) => {
      said.printed += text
    },
    complain: (text) => {
      said.complained += text
    },
  })
  return { exitCode, ...said }
}

const read = async (id: string) => v.parse(getProjectCall.reply, JSON.parse((await call('show', id, '--json')).printed))

describe.each(['in the folder', 'through the server that holds it'] as const)('%s', (way) => {
  // Each call in the folder opens its database, and everything behind that is the same: there, a few of each kind are enough. FOYER_FULL=1: all.
  const isBrief = way === 'in the folder' && !process.env.FOYER_FULL
  beforeEach(async () => {
    env = { DATA_DIR: join(folder, way) }
    if (way === 'in the folder') return
    const port = await unusedPort()
    env = { ...env, PORT: String(port), ADMIN_TOKEN: adminToken }
    server = await startServer({
      port,
      logLevel: 'silent',
      adminToken,
      database: { kind: 'directory', path: join(folder, way) },
    })
  })

  test('a project is created, listed, changed and removed', async () => {
    if (!isBrief)
      expect(await call('list')).toMatchObject({ exitCode: 0, printed: expect.stringContaining('no project yet') })
    const created = await call(
      'create',
      'my-dapp',
      'My dapp',
      'https://dapp.example',
      '*.preview.example',
      'swaps=off',
      'analytics=on',
    )
    expect(created).toMatchObject({ exitCode: 0, complained: '' })
    expect(created.printed).toContain('https://dapp.example')
    const again = await call('create', 'my-dapp')
    expect(again).toMatchObject({ exitCode: 1, complained: expect.stringContaining('with this id already') })
    if (!isBrief) expect((await call('list')).printed).toBe('my-dapp  My dapp\n')
    expect(await read('my-dapp')).toMatchObject({
      name: 'My dapp',
      allowedOrigins: ['https://dapp.example', '*.preview.example'],
      analyticsEnabled: true,
      featuresOff: ['swaps'],
      dailyRequests: null,
    })
    if (!isBrief) {
      await call('allow', 'my-dapp', 'https://two.example', 'https://three.example')
      await call('disallow', 'my-dapp', '*.preview.example')
      const changed = ['daily-requests=500', 'names=off', 'swaps=on', 'url=https://dapp.example', 'name=A=B']
      await call('set', 'my-dapp', ...changed)
      expect(await read('my-dapp')).toMatchObject({
        name: 'A=B',
        url: 'https://dapp.example',
        allowedOrigins: ['https://dapp.example', 'https://two.example', 'https://three.example'],
        featuresOff: ['names'],
        dailyRequests: 500,
      })
      await call('vouch', 'my-dapp', 'HTTPS://DAPP.example', 'https://two.example')
      const vouched = await call('unvouch', 'my-dapp', 'https://TWO.example:443')
      expect(vouched.printed).toMatch(/^vouched +https:\/\/dapp\.example\n(?! )/m)
      expect(await read('my-dapp')).toMatchObject({ vouchedOrigins: ['https://dapp.example'] })
      const game = `0x${'aB'.repeat(20)}`
      const listed = await call('set', 'my-dapp', `callable=eip155:8453,${game},0x70E87AAF`)
      expect(listed.printed).toContain(`eip155:8453 ${game.toLowerCase()} 0x70e87aaf\n`)
      const callable = [{ chainId: 'eip155:8453', address: game.toLowerCase(), selectors: ['0x70e87aaf'] }]
      expect(await read('my-dapp')).toMatchObject({ callable })
      await call('set', 'my-dapp', 'daily-requests=none', 'url=none', 'callable=none')
      expect(await read('my-dapp')).toMatchObject({ callable: [] })
      expect(await read('my-dapp')).toMatchObject({ url: null, dailyRequests: null })
      expect((await call('show', 'my-dapp')).printed).toMatch(/requests +0 today, 0 in 30 days/)
      const unsure = await call('remove', 'my-dapp')
      expect(unsure).toMatchObject({ exitCode: 2, complained: expect.stringContaining('--yes') })
    }
    expect(await call('remove', 'my-dapp', '--yes')).toMatchObject({ exitCode: 0, printed: 'Removed my-dapp.\n' })
    expect(JSON.parse((await call('list', '--json')).printed)).toEqual([])
  })

  if (isBrief) return

  test('an invalid call is reported in a sentence, and changes nothing', async () => {
    await call('create', 'there')
    const wrong: [string[], number, string][] = [
      [['create', 'there'], 1, 'There is a project with this id already.'],
      [['show', 'nobody'], 1, 'There is no project with this id.'],
      [['allow', 'nobody', 'https://dapp.example'], 1, 'There is no project with this id.'],
      [['create', 'a b'], 2, 'id must be letters, digits, "-" and "_".'],
      [['create', 'new', 'two', 'names'], 2, 'project create takes one name; put quotes around it.'],
      [['create', 'new', 'https://dapp.example/path'], 2, 'allowedOrigins.0 must be an origin such as'],
      [['allow', 'there', 'dapp'], 2, 'allow.0 must be an origin such as'],
      [['allow', 'there'], 2, 'project allow needs an id and at least one origin.'],
      [['disallow', 'there', 'https://never.example'], 2, "The project doesn't allow https://never.example anyway."],
      [['set', 'there', 'daily-requests=0'], 2, 'dailyRequests must be a whole number from 1'],
      [['set', 'there', 'daily-requests=many'], 2, 'dailyRequests must be a whole number from 1'],
      [['set', 'there', 'callable=eip155:1,0x12,0x70e87aaf'], 2, 'callable.0.address must be an address of 40 hex'],
      [['set', 'there', 'swaps=maybe'], 2, 'swaps must be on or off.'],
      [['set', 'there', 'colour=red'], 2, '"colour" is no key. Known are: name, url,'],
      [['set', 'there', 'swap=on'], 2, '"swap" is no key. Did you mean swaps?'],
      [['set', 'there', 'swaps'], 2, '"swaps" is no KEY=VALUE.'],
      [['fly'], 2, 'project needs one of list, show,'],
      [['list', '--fast'], 2, 'project knows the options --json and --yes only.'],
    ]
    await call('allow', 'there', 'https://own.example')
    await call('vouch', 'there', 'https://own.example')
    wrong.push(
      [['vouch', 'there'], 2, 'project vouch needs an id and at least one origin.'],
      [['vouch', 'there', 'https://*.own.example'], 2, 'vouch.0 must be one origin such as'],
      [['vouch', 'there', 'http://own.example'], 2, 'vouch.0 must be one origin such as'],
      [['vouch', 'there', 'https://never.example'], 1, 'would vouch for https://never.example, which it doesn’t allow'],
      [['vouch', 'nobody', 'https://own.example'], 1, 'There is no project with this id.'],
      [['unvouch', 'there', 'https://never.example'], 2, "The project doesn't vouch for https://never.example anyway."],
      [['disallow', 'there', 'https://own.example'], 1, 'would vouch for https://own.example, which it doesn’t allow'],
    )
    for (const [args, exitCode, sentence] of wrong) {
      const said = await call(...args)
      expect([said.exitCode, said.printed], args.join(' ')).toEqual([exitCode, ''])
      expect(said.complained).toContain(sentence)
    }
    expect(await read('there')).toMatchObject({ vouchedOrigins: ['https://own.example'], featuresOff: [] })
    await call('remove', 'there', '--yes')
  })
})

test('a server that holds the folder and cannot be reached is reported, with what to do', async () => {
  const path = join(folder, 'held')
  server = await startServer({ port: 0, logLevel: 'silent', adminToken, database: { kind: 'directory', path } })
  const held = { DATA_DIR: path }
  const sentences: readonly [Record<string, string>, RegExp][] = [
    [held, /A server runs on this data\. Set ADMIN_TOKEN/],
    [{ ...held, ADMIN_TOKEN: adminToken, ADMIN_URL: 'http://127.0.0.1:1' }, /can't be reached\. Set ADMIN_URL/],
    [{ ...held, ADMIN_TOKEN: `${adminToken}x`, ADMIN_URL: server.url }, /has another ADMIN_TOKEN/],
    [{ ...held, ADMIN_TOKEN: adminToken, ADMIN_URL: 'ftp://x' }, /ADMIN_URL must be/],
    [{ ...held, ADMIN_TOKEN: 'short' }, /ADMIN_TOKEN must have 32/],
  ]
  for (const [said, sentence] of sentences) {
    env = said
    expect(await call('list')).toMatchObject({ exitCode: 1, complained: expect.stringMatching(sentence) })
  }
  env = { ...held, ADMIN_TOKEN: adminToken, ADMIN_URL: server.url }
  expect(await call('list')).toMatchObject({ exitCode: 0 })
  await server.stop()
  server = await startServer({ port: 0, logLevel: 'silent' })
  env = { ADMIN_TOKEN: adminToken, ADMIN_URL: server.url }
  expect((await call('list')).complained).toContain('has no administration')
})
