import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NamedKey } from '@foyer/service/seal/namedKeys'
import { createSealedRows } from '@foyer/service/seal/sealedRows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginDoors } from '../db/schema/index.js'
import { doorSealing } from '../login/rotateLoginKeys.js'
import { createDevice, namedKey } from '../login/test/openLogin.js'
import { openTestDatabase } from '../test/openApi.js'
import { commands } from './commands.js'
import { runCommand } from './runCommand.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-rotate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const written = ({ name, bytes }: NamedKey) => `${name}:${Buffer.from(bytes).toString('base64')}`

async function rotate(keys: string | undefined, ...more: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const login = {
    WALLET_ORIGIN: 'https://wallet.example',
    LOGIN_KEYS: keys,
    LOGIN_KEEPER_KEY: (await createDevice()).device,
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'login@wallet.example',
  }
  const env = { DATA_DIR: join(folder, 'data'), ...(keys === undefined ? {} : login) }
  const code = await runCommand({ commands, args: ['rotate-login-keys', ...more], env, print: write, complain: write })
  return { code, output }
}

test('[F17] rows are sealed anew with the first key, and a key that is missing is named', async () => {
  const [old, fresh] = [namedKey('2026', 1), namedKey('2027', 2)]
  const database = await openTestDatabase({ kind: 'directory', path: join(folder, 'data') })
  const name = { wallet: 'w', door: 'd', kind: 'device' } as const
  const row = [name.wallet, name.door, name.kind]
  const sealed = createSealedRows({ keys: [old], use: doorSealing }).seal({ row, secret: new Uint8Array(32) })
  const at = new Date('2026-01-01T00:00:00Z')
  await database.orm.insert(loginDoors).values({ ...name, ...sealed, person: 'p', device: 'x', createdAt: at })
  await database.close()
  expect(await rotate(written(fresh))).toEqual({
    code: 1,
    output: 'Rows are sealed with the key "2026", which is no longer given. Give it again, after the current one.\n',
  })
  const both = [fresh, old].map(written).join(',')
  expect(await rotate(both)).toEqual({ code: 0, output: '1 rows were sealed anew with the key "2027".\n' })
  expect(await rotate(written(fresh))).toEqual({ code: 0, output: '0 rows were sealed anew with the key "2027".\n' })
})

test('without a login there is nothing to seal, and it takes no words more', async () => {
  expect((await rotate(undefined)).code).toBe(2)
  expect((await rotate(written(namedKey('2026', 1)), 'all')).code).toBe(2)
})
