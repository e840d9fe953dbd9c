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

/**
 * The script of a page with the entry; its answers become its title. An algorithm that the page's address names is one
 * that its browser lacks.
 */
const script = `
import * as wc from '/index.js'
const vectors = await (await fetch('/vectors.json')).json()
const lacking = new URL(location.href).searchParams.get('without')
const subtle = crypto.subtle && new Proxy(crypto.subtle, {
  get: (subtle, method) => async (...input) => {
    if (lacking && input.some((each) => each === lacking || each.name === lacking)) throw new Error('no such algorithm')
    return subtle[method](...input)
  },
})
const noble = () =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.includes('noble')).sort()
const ciphers = wc.createCiphers({ crypto: { subtle, getRandomValues: (bytes) => crypto.getRandomValues(bytes) } })
const seed = wc.hexToBytes(vectors.clientId.seed)
const { subject, audience, issuedAt, lifetime } = vectors.relayToken
const times = { issuedAt, expiresAt: issuedAt + lifetime }
const { selfPrivateKey, peerPublicKey } = vectors.keyAgreement
const privateKey = wc.hexToBytes(selfPrivateKey)
const code = (promise) => promise.then(() => 'none', (error) => error.code)
const { agreement, encryption } = ciphers.algorithms
const loaded = await code(Promise.all([agreement(), encryption(), ciphers.sha256(seed)]))
const token = await wc.signRelayToken({ ciphers, seed, subject, audience, ...times })
const { topic, symKey } = await wc.newPairing({ ciphers, now: 0 })
const { publicKey } = await ciphers.newKeyPair()
const own = await wc.sealEnvelope({ ciphers, text: wc.bytesToHex(publicKey), symKey })
const [{ envelope }] = vectors.envelopes
const opened = []
for (const { envelope, symKey } of vectors.envelopes.filter(({ form }) => form === 'base64'))
  opened.push((await wc.openEnvelope({ ciphers, envelope, key: { type: 'shared', symKey: wc.hexToBytes(symKey) } })).text)
const weak = ['00', '01'].map((byte) => wc.hexToBytes(byte + '00'.repeat(31)))
const { verify } = await ciphers.algorithms.signatures()
const message = new TextEncoder().encode('of the client')
const signature = await ciphers.sign({ seed, message })
const answers = {
  token,
  isVerified: await verify({ publicKey: wc.hexToBytes(vectors.clientId.publicKey), message, signature }),
  isOwnRead: (await wc.openEnvelope({ ciphers, envelope: own, key: { type: 'shared', symKey } })).text === wc.bytesToHex(publicKey),
  isGenuine: await wc.isPairingGenuine({ ciphers, pairing: { topic, symKey } }),
  opened,
  refused: await code(wc.openEnvelope({ ciphers, envelope, key: { type: 'shared', symKey: privateKey } })),
  weak: await Promise.all(weak.map((publicKey) => code(wc.deriveSymKey({ ciphers, privateKey, publicKey })))),
  derived: await wc.deriveSymKey({ ciphers, privateKey, publicKey: wc.hexToBytes(peerPublicKey) }).then(wc.bytesToHex, ({ code }) => code),
}
const lacks = await Promise.all(['ChaCha20-Poly1305', 'X25519', 'Ed25519'].map((name) =>
  Promise.resolve().then(() => crypto.subtle.generateKey({ name }, false, name === 'X25519' ? ['deriveBits'] : name === 'Ed25519' ? ['sign', 'verify'] : ['encrypt', 'decrypt'])).then(() => '', () => name)))
document.title = JSON.stringify({ loaded, answers, noble: noble(), lacks: lacks.filter(Boolean) })
`

const expected = {
  token: vectors.relayToken.token,
  isVerified: true,
  isOwnRead: true,
  isGenuine: true,
  opened: vectors.envelopes.filter(({ form }) => form === 'base64').map(({ text }) => text),
  refused: 'undecryptable',
  weak: ['unusable_key', 'unusable_key'],
  derived: vectors.keyAgreement.symKey,
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
      lib: { entry: fileURLToPath(new URL('test/page.ts', import.meta.url)), formats: ['es'], fileName: 'index' },
      rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: '[name].js' } },
    },
    resolve: { conditions: ['foyer-source', 'browser', 'module', 'import'] },
  })
  server = createServer(async ({ url = '/' }, response) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    if (/^\/(\?|$)/.test(url))
      response.end('<!doctype html><title></title><script type="module" src="/page.js"></script>')
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
    timeout: 0,
  })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

interface Answers {
  readonly loaded: string
  readonly answers: object
  readonly noble: readonly string[]
  /** The algorithms that this browser’s own WebCrypto hasn’t got. */
  readonly lacks: readonly string[]
}

async function answersOf({
  host,
  without,
  blocked = [],
}: {
  readonly host: string
  readonly without?: string | undefined
  /** Files that can't be had at first. */
  readonly blocked?: readonly string[] | undefined
}): Promise<Answers> {
  const page = await browser.newPage()
  // A test has its time, and none of its steps a shorter one.
  page.setDefaultTimeout(0)
  for (const each of blocked) await page.route(`**${each}`, (route) => route.abort(), { times: 1 })
  const broken = page.waitForEvent('pageerror').then((error) => {
    throw error
  })
  await page.goto(`http://${host}:${port}/${without === undefined ? '' : `?without=${without}`}`)
  await Promise.race([broken, page.waitForFunction(() => document.title !== '')])
  broken.catch(() => {}) // the page is closed, and so nothing more is waited for
  const answers: Answers = JSON.parse(await page.title())
  await page.close()
  return answers
}

const noble = ['/noble.js']
const loaded = 'none'

describe('in Chromium, under a strict policy', () => {
  test('[W2] a secure page does everything by WebCrypto, and loads nothing else unless its browser lacks an algorithm', async () => {
    const { lacks, ...answers } = await answersOf({ host: 'dapp.localhost' })
    expect(answers).toEqual({ loaded, answers: expected, noble: lacks.length > 0 ? noble : [] })
  })

  test.each(['ChaCha20-Poly1305', 'X25519', 'Ed25519'])(
    '[W2] a browser without %s loads noble, once',
    async (without) => {
      expect(await answersOf({ host: 'dapp.localhost', without })).toMatchObject({ loaded, answers: expected, noble })
    },
  )

  test('[W2] a page of an insecure origin, which has no WebCrypto, gets the same answers from noble', async () => {
    expect(await answersOf({ host: 'elsewhere.test' })).toMatchObject({ loaded, answers: expected, noble })
  })

  test('noble that can’t be loaded rejects before anything is decrypted, and is loaded again at the next call', async ({
    skip,
  }) => {
    skip(Number.parseInt(browser.version(), 10) < 156, 'Chromium 150 keeps a module that failed to load.')
    expect(await answersOf({ host: 'elsewhere.test', blocked: ['/noble.js'] })).toMatchObject({
      loaded: 'chunk_load',
      answers: expected,
    })
  })
})
