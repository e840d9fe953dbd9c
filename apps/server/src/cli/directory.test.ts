import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WalletsReply, walletButtonIds } from '@foyer/core/wire'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { unusedPort } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawArtwork } from '../directory/artwork/artwork.js'
import { openApi, openTestDatabase } from '../test/openApi.js'
import { directory } from './directory.js'
import { runCommand } from './runCommand.js'

const id = 'ab'.repeat(32)
const svg = drawArtwork({ shape: 'tile', id: 'x', text: 'X' })

let folder: string
let postgres: LentPostgres
let url: string
let host: Server
let origin: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-directory-'))
  postgres = lendPostgres()
  url = await postgres.createDatabase()
  const port = await unusedPort()
  origin = `http://127.0.0.1:${port}`
  const image_url = (name: string) => ({ sm: `${origin}/sm`, md: `${origin}/${name}`, lg: `${origin}/lg` })
  const app = { ios: null, android: null, chrome: null }
  const listings = {
    [id]: { id, name: 'Listed', app, chains: ['eip155:1'], image_id: 'listed', image_url: image_url('picture.svg') },
    other: { id: 'cd'.repeat(32), name: 'Other', app, image_id: 'other', image_url: image_url('script.svg') },
    bad: { id: 'ef'.repeat(32), name: 'Bad', app, mobile: { native: 'javascript:canary' } },
  }
  const pages = new Map([
    ['/list.json', { type: 'application/json', body: JSON.stringify({ listings, count: 3, total: 3 }) }],
    ['/picture.svg', { type: 'image/svg+xml', body: svg }],
    ['/script.svg', { type: 'image/svg+xml', body: svg.replace('<defs>', '<script>1</script><defs>') }],
  ])
  host = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body)
  })
  await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => host?.close(resolve))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** One call of the command, as an operator makes it. */
async function call(...args: string[]) {
  const said = { printed: '', complained: '' }
  const exitCode = await runCommand({
    commands: [directory],
    args: ['directory', ...args],
    env: { DATABASE_URL: url, PICTURES_DIR: join(folder, 'kept'), SAFE_FETCH_ALLOW: origin },
    print(text) {
      said.printed += text
    },
    complain(text) {
      said.complained += text
    },
  })
  return { exitCode, ...said }
}

test('a list is taken in from an address, with its pictures; what is invalid is reported, and nothing of it repeated', async () => {
  const taken = await call('import', `${origin}/list.json`, '--pictures')
  expect(taken).toEqual({
    exitCode: 0,
    printed: 'Wallets: 2 added, 0 changed, 0 as before, 0 removed, 1 skipped. Pictures: 1 taken.\n',
    complained: [
      `${'ef'.repeat(32)}: mobile_link: must be a link with a scheme of the app, or https\n`,
      `${'cd'.repeat(32)}: image_url: is no picture that is taken: PNG, WebP, JPEG, or an SVG that only draws\n`,
    ].join(''),
  })
  const again = await call('import', `${origin}/list.json`)
  expect(again.printed).toContain('Wallets: 0 added, 0 changed, 2 as before')
  const database = await openTestDatabase({ kind: 'postgres', url })
  try {
    const api = await openApi({ database, config: { pictures: { kind: 'folder', path: join(folder, 'kept') } } })
    expect(await (await api.get('/getWalletImage/listed')).text()).toBe(svg)
    expect(await (await api.get('/getWalletImage/other')).text()).toContain('>O<')
  } finally {
    await database.close()
  }
})

test('a strict list is taken whole or not at all', async () => {
  const refused = await call('import', `${origin}/list.json`, '--strict', '--replace')
  expect(refused).toMatchObject({ exitCode: 1, printed: '' })
  expect(refused.complained).toContain('nothing of it was taken')
  expect(v.parse(v.pipe(v.string(), v.parseJson(), WalletsReply), (await call('export')).printed).count).toBe(62)
})

test('what is given back can be taken in again; an edit holds, and can be undone', async () => {
  const file = join(folder, 'export.json')
  expect((await call('edit', walletButtonIds.metamask, '{"name":"Fox","order":1}')).printed).toBe('Changed.\n')
  expect((await call('export', file)).printed).toBe('Wallets: 62 written.\n')
  const { data } = v.parse(v.pipe(v.string(), v.parseJson(), WalletsReply), await readFile(file, 'utf8'))
  expect(data[0]).toMatchObject({ id: walletButtonIds.metamask, name: 'Fox', order: 1 })
  expect((await call('import', file, '--replace', '--strict')).printed).toMatch(
    /^Wallets: 0 added, 1 changed, 61 as before, 0 removed/,
  )
  await call('edit', walletButtonIds.metamask, '{"hidden":true}')
  expect((await call('export', file)).printed).toBe('Wallets: 61 written.\n')
  await call('edit', walletButtonIds.metamask, '{}')
  expect((await call('export', file)).printed).toBe('Wallets: 62 written.\n')
})

test('an operator’s own pictures are taken in from a folder or by a list, and the directory answers with them', async () => {
  const pictures = join(folder, 'pictures')
  for (const kind of ['wallet', 'network', 'token', 'elsewhere']) await mkdir(join(pictures, kind), { recursive: true })
  for (const name of ['wallet/trust-wallet', 'wallet/nobodys', 'network/eip155-8453', 'token/eth'])
    await writeFile(join(pictures, `${name}.svg`), svg)
  await writeFile(join(pictures, 'wallet/listed.png'), 'no picture')
  const taken = await call('pictures', pictures)
  // A network's is stored under both of the ids that kits request it by.
  expect(taken).toMatchObject({ exitCode: 0, printed: 'Pictures: 4 taken.\n' })
  expect(taken.complained).toMatch(
    /^wallet\/listed: picture: is none that is taken.*\nwallet\/nobodys: picture: is of no wallet of the directory/,
  )
  const list = join(pictures, 'pictures.json')
  const own = {
    wallet: { 'io.metamask': 'token/eth.svg' },
    network: { 'eip155:424242': 'token/eth.svg', '?': 'x.svg' },
  }
  await writeFile(list, JSON.stringify(own))
  const listed = await call('pictures', list)
  expect(listed).toMatchObject({ exitCode: 0, printed: 'Pictures: 2 taken.\n' })
  expect(listed.complained).toMatch(/^network\/\?: picture: is of no network/)
  const database = await openTestDatabase({ kind: 'postgres', url })
  try {
    const api = await openApi({ database, config: { pictures: { kind: 'folder', path: join(folder, 'kept') } } })
    const metamask = `/getWalletImage/${walletButtonIds.metamask}`
    const base = ['eip155:8453', '7289c336-3981-4081-c5f4-efc26ac64a00']
    for (const path of [metamask, ...[...base, 'eip155:424242'].map((id) => `/public/getAssetImage/${id}`)])
      expect(await (await api.get(path)).text(), path).toBe(svg)
  } finally {
    await database.close()
  }
  await writeFile(list, '{"wallets":{}}')
  expect((await call('pictures', list)).complained).toContain('no list of pictures')
  expect(await call('pictures', join(folder, 'nowhere'))).toMatchObject({
    exitCode: 1,
    complained: "The file or folder can't be read.\n",
  })
  expect((await call('pictures', folder)).complained).toContain('none of the folders')
})

test.each([
  [2, []],
  [2, ['fly']],
  [2, ['constructor']],
  [2, ['import']],
  [2, ['import', 'a', 'b']],
  [2, ['import', 'a', '--fast']],
  [2, ['edit', 'nobody', '{}']],
  [2, ['edit', 'ff'.repeat(32), '{"order":1}']],
  [2, ['edit', id, '{"mobile_link":"javascript:canary"}']],
  [2, ['edit', id, '{"id":"canary"}']],
  [2, ['edit', id, 'canary']],
  [2, ['export', 'a', 'b']],
  [1, ['import', '/nowhere/canary.json']],
  [1, ['import', 'https://127.0.0.1/canary.json']],
])('ends with %i and a sentence: %j', async (exitCode, args) => {
  const said = await call(...args)
  expect([said.exitCode, said.printed]).toEqual([exitCode, ''])
  expect(said.complained).toMatch(/^[A-Zd].*\.\n/)
  expect(said.complained).not.toContain('canary')
})
