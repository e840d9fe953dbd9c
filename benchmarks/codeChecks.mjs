import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { root } from '../scripts/processes.mjs'
import { loadCustody } from './loadCustody.mjs'
import { pace } from './openLoop.mjs'
import { startNode } from './serverProcess.mjs'

const { SMTPServer } = createRequire(`${root}stack/package.json`)('smtp-server')
const perSecond = 200
const warmSeconds = 5
/** What a server sends of codes to one address within an hour: more come from another, of which all of 127.0.0.0/8 are this machine's. */
const codesOfClient = 20
const atOnce = 8
const origin = 'https://wallet.example'
const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' }

/**
 * Visitors who have their codes and type them in, each at a device of their own: a check is a nonce and the code that is signed over it, and begins a session.
 * @param {{ isPinned: boolean, env: Record<string, string>, project: string, seconds: number }} options
 */
export async function measureCodeChecks({ isPinned, env, project, seconds }) {
  const custody = await loadCustody()
  const keeper = await createDevice(custody)
  const mails = await startMails()
  const login = {
    ...{
      WALLET_ORIGIN: origin,
      LOGIN_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      LOGIN_KEEPER_KEY: keeper.device,
    },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'login@wallet.example' },
  }
  const node = await startNode({ isPinned, env: { ...env, ...login } })
  try {
    const begun = await beginLogins({
      custody,
      keeper,
      node,
      mails,
      project,
      count: perSecond * (warmSeconds + seconds),
    })
    const ask = (index) => check({ custody, node, ...begun[index] })
    const warm = perSecond * warmSeconds
    await pace({ ask, perSecond, seconds: warmSeconds })
    const before = node.usage()
    const measured = await pace({ ask: (index) => ask(warm + index), perSecond, seconds })
    const after = node.usage()
    return { ...measured, serverShare: (after.cpuMs - before.cpuMs) / measured.elapsedMs }
  } finally {
    await node.stop()
    await mails.stop()
  }
}

async function createDevice({ createSigningKeys, encodeBytes, exportPublicKey }) {
  const keys = await createSigningKeys()
  return { keys, device: encodeBytes(await exportPublicKey(keys.publicKey)) }
}

/** Begins logins of new visitors, whose devices the keeper has confirmed, some at a time, and reads the codes that they are sent. */
async function beginLogins({ custody, keeper, node, mails, project, count }) {
  const begun = []
  const next = async () => {
    for (let index = begun.push(undefined) - 1; index < count; index = begun.push(undefined) - 1) {
      const by = await createDevice(custody)
      const email = `visitor${index}@mail.example`
      const client = Math.floor(index / codesOfClient)
      const localAddress = `127.1.${client >> 8}.${client & 255}`
      const statement = {
        ...{ is: 'confirmed', person: custody.personOf({ email }), device: by.device, ceremony: custody.newId() },
        actsFrom: Math.floor(Date.now() / 1000),
        expiresAt: Math.floor(Date.now() / 1000) + 600,
      }
      const confirmation = await custody.signReceipt(keeper.keys.privateKey, statement)
      const payload = { email, projectId: project, site: 'https://dapp.example', confirmation }
      const arrived = mails.next(email)
      const answer = await askSigned({ custody, node, localAddress, by, of: custody.beginLoginCall, payload })
      if (answer.status !== 200) throw new Error(`A login was not begun: ${answer.status} ${answer.text}`)
      begun[index] = { by, localAddress, login: JSON.parse(answer.text).login, code: await arrived }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return begun.slice(0, count)
}

const check = async ({ custody, node, by, localAddress, login, code }) => {
  const payload = { login, code, keepsIn: 'page' }
  return (await askSigned({ custody, node, localAddress, by, of: custody.verifyCodeCall, payload })).status
}

/** Asks for a nonce, and then what is signed over it, as the wallet's page does. */
async function askSigned({ custody, node, localAddress, by, of, payload }) {
  const given = await post({ url: node.url, path: custody.loginNonceCall.path, localAddress })
  if (given.status !== 200) return given
  const { nonce } = JSON.parse(given.text)
  const body = await custody.signBody({ keys: by.keys, call: of.id, nonce, payload })
  return post({ url: node.url, path: of.path, localAddress, body: JSON.stringify(body) })
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const post = ({ url, path, localAddress, body }) =>
  new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { agent, method: 'POST', headers, localAddress }, async (response) => {
      const parts = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode, text: String(Buffer.concat(parts)) })
    })
    call.once('error', reject)
    call.end(body)
  })

/** A mail server of this machine's that reads the codes out of what it is sent. */
async function startMails() {
  const waiting = new Map()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts = []
      stream.on('data', (part) => parts.push(part))
      stream.once('end', () => {
        const code = /^\D*\b(\d{6})\b/m.exec(String(Buffer.concat(parts)).split('\r\n\r\n').slice(1).join('\n'))?.[1]
        waiting.get(session.envelope.rcptTo[0]?.address)?.(code)
        done()
      })
    },
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    next: (address) => new Promise((resolve) => waiting.set(address, resolve)),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
