import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keeperCommands } from '@foyer/keeper/keeperCommands'
import {
  begin,
  confirm,
  createDevice,
  firstLogin,
  keysNamed,
  mailAfter,
  minuteMs,
  openPart,
  startWorld,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import { runProgram } from '@foyer/service/cli/runProgram'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, buildServer, listening } from '../buildServer.js'

let folder: string
let built: BuiltServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-keeper-cli-'))
  built = await buildServer()
})
afterAll(async () => {
  await built.remove()
  await rm(folder, { recursive: true, force: true })
})

const [one, two] = [keysNamed('one', 1), keysNamed('two', 2)]
const textOf = (...keys: (typeof one)[]) =>
  keys.map(({ name, bytes }) => `${name}:${Buffer.from(bytes).toString('base64')}`).join()

async function run(args: readonly string[], env: Record<string, string>) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await runProgram({
    ...{ program: 'foyer-keeper', is: 'keeper' },
    commands: keeperCommands,
    args,
    env,
    print: (text) => void printed.push(text),
    complain: (text) => void complained.push(text),
  })
  return { code, printed: printed.join(''), complained: complained.join('') }
}

test('[F17] a backup that is restored elsewhere, under keys that were changed, opens the wallet', async () => {
  const from = join(folder, 'from')
  const secret = await createKeeperSecret([one])
  const before = await startWorld({ location: { kind: 'directory', path: from }, secret, keys: [one] })
  const { part } = await firstLogin(before)
  await before.close()
  const file = join(folder, 'keeper.ndjson.gz')
  const env = { KEEPER_DATA_DIR: from, KEEPER_KEYS: textOf(one), KEEPER_SECRET: JSON.stringify(secret) }
  expect(await run(['backup', file], env)).toMatchObject({ code: 0, printed: expect.stringContaining('7 tables') })
  const to = { ...env, KEEPER_DATA_DIR: join(folder, 'to') }
  expect(await run(['restore', file], to)).toMatchObject({ code: 0 })
  expect(await run(['restore', file], to)).toMatchObject({ code: 1, complained: expect.stringContaining('--replace') })

  const rotated = await run(['rotate-keys'], { ...to, KEEPER_KEYS: textOf(two, one) })
  expect(rotated).toMatchObject({ code: 0, complained: expect.stringContaining('1 wallets') })
  const after = await startWorld({
    location: { kind: 'directory', path: to.KEEPER_DATA_DIR },
    // The old key is away.
    keys: [two],
    secret: JSON.parse(rotated.printed),
  })
  after.clock.pass(minuteMs)
  const device = await createDevice()
  const { ceremony, digits } = await begin(after, { device })
  await mailAfter(after, 0)
  await confirm(after, device, after.link(), digits)
  const state = await stateOf(after, device, ceremony)
  if (state.status !== 'released') throw new Error(state.status)
  expect(await openPart(device, ceremony, state.part)).toEqual(part)
  await after.close()
})

test('the process makes its keys, answers, and ends when it is asked to; nothing of the API of chains is in it', async () => {
  const KEEPER_KEYS = textOf(one)
  const making = built.start({ program: 'keeper', args: ['keys'], env: { KEEPER_KEYS } })
  expect(await making.ended).toBe(0)
  const [KEEPER_SECRET = ''] = /^\{.*\}$/m.exec(making.output()) ?? []
  const env = {
    ...{ KEEPER_KEYS, KEEPER_SECRET, KEEPER_PORT: '0', KEEPER_DATA_DIR: join(folder, 'process') },
    ...{ WALLET_ORIGIN: 'https://wallet.example', KEEPER_SMTP_URL: 'smtp://127.0.0.1:1' },
    KEEPER_MAIL_FROM: 'keeper@wallet.example',
  }
  const answering = built.start({ program: 'keeper', env })
  const [, port] = await answering.line(listening)
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const status = async (path: string) => (await ask(path)).status
  expect([await status('/healthz'), await status('/readyz'), await status('/v1/supported-chains')]).toEqual([
    200, 200, 404,
  ])
  const headers = {
    origin: 'https://wallet.example',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  const nonce = await ask('/keeper/v1/nonce', { method: 'POST', body: '{}', headers })
  expect(await nonce.json()).toEqual({ nonce: expect.stringMatching(/^[\w-]{43}$/) })
  answering.child.kill('SIGTERM')
  expect(await answering.ended).toBe(0)
  expect(answering.output()).toContain('"msg":"stopped"')
})

test('keys are made once, and commands that it has not are named', async () => {
  const env = { KEEPER_KEYS: textOf(one), KEEPER_SECRET: JSON.stringify(await createKeeperSecret([one])) }
  expect(await run(['keys'], env)).toMatchObject({ code: 2, complained: expect.stringContaining('is set already') })
  expect(await run(['dance'], env)).toMatchObject({ code: 2, complained: expect.stringContaining('no command dance') })
})
