import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vectors from '../vectors.json' with { type: 'json' }

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** What a page does with the entry; its answers become its title. */
const script = `
import * as wc from '/index.js'
const vectors = await (await fetch('/vectors.json')).json()
const ciphers = wc.createCiphers({ crypto })
const seed = wc.hexToBytes(vectors.clientId.seed)
const { subject, audience, issuedAt, lifetime } = vectors.relayToken
const times = { issuedAt, expiresAt: issuedAt + lifetime }
const { selfPrivateKey, peerPublicKey } = vectors.keyAgreement
const privateKey = wc.hexToBytes(selfPrivateKey)
const code = (promise) => promise.then(() => 'none', (error) => error.code)
const opened = []
for (const { envelope, symKey, form } of vectors.envelopes)
  opened.push((await wc.openEnvelope({ ciphers, envelope, form, key: { type: 'shared', symKey: wc.hexToBytes(symKey) } })).text)
const [{ envelope }] = vectors.envelopes
const weak = ['00', '01'].map((byte) => wc.hexToBytes(byte + '00'.repeat(31)))
const token = await wc.signRelayToken({ ciphers, seed, subject, audience, ...times })
document.title = JSON.stringify({
  token,
  verified: (await wc.verifyRelayToken({ ciphers, token, audiences: [audience], now: issuedAt * 1000 })).iss,
  symKey: wc.bytesToHex(await wc.deriveSymKey({ ciphers, privateKey, publicKey: wc.hexToBytes(peerPublicKey) })),
  opened,
  refused: await code(wc.openEnvelope({ ciphers, envelope, key: { type: 'shared', symKey: privateKey } })),
  weak: await Promise.all(weak.map((publicKey) => code(ciphers.sharedSecret({ privateKey, publicKey })))),
})
`

const expected = {
  token: vectors.relayToken.token,
  verified: vectors.clientId.clientId,
  symKey: vectors.keyAgreement.symKey,
  opened: vectors.envelopes.map(({ text }) => text),
  refused: 'undecryptable',
  weak: ['unusable_key', 'unusable_key'],
}

let folder: string
let server: Server
let browser: Browser
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-protocol-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: { entry: fileURLToPath(new URL('../index.ts', import.meta.url)), formats: ['es'], fileName: 'index' },
      rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: '[name].js' } },
    },
    resolve: { conditions: ['foyer-source', 'browser', 'module', 'import'] },
  })
  server = createServer(async ({ url = '/' }, response) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    if (url === '/') response.end('<!doctype html><title></title><script type="module" src="/page.js"></script>')
    else if (url === '/page.js') response.end(script)
    else if (url === '/vectors.json') response.end(JSON.stringify(vectors))
    else if (/^\/[\w-]+\.js$/.test(url)) response.end(await readFile(join(folder, url)))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  port = address.port
  const named = process.env.FOYER_BROWSER ?? '/usr/bin/chromium'
  browser = await chromium.launch({
    ...(existsSync(named) ? { executablePath: named } : {}),
    args: ['--no-sandbox', '--host-resolver-rules=MAP elsewhere.test 127.0.0.1'],
  })
})
afterAll(async () => {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function answersOf(host: string) {
  const page = await browser.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`http://${host}:${port}/`)
  await page.waitForFunction(() => document.title !== '')
  const answers: unknown = JSON.parse(await page.title())
  await page.close()
  return { answers, noble: loaded.filter((path) => path.includes('noble')).sort() }
}

describe('in Chromium, under a strict policy', () => {
  test('[W2] a secure page does everything by WebCrypto, and loads nothing else', async () => {
    expect(await answersOf('dapp.localhost')).toEqual({ answers: expected, noble: [] })
  })

  test('[W2] a page of an insecure origin, which has no WebCrypto, gets the same answers from noble', async () => {
    const { answers, noble } = await answersOf('elsewhere.test')
    expect(answers).toEqual(expected)
    expect(noble).toEqual(['/nobleChaCha.js', '/nobleEd25519.js', '/nobleHashes.js', '/nobleX25519.js'])
  })
})
