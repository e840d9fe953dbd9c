import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { WebSocket } from 'ws'

/** For tests; nothing in the product imports this. */
export interface ClientKey {
  readonly clientId: string
  readonly privateKey: KeyObject
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A client of a test's own, with a key that nobody else has. */
export function clientKey(): ClientKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`
  return { clientId: `did:key:z${text}`, privateKey }
}

/** Signs what is said, true or not. */
export function signToken({ key, claims }: { key: ClientKey; claims: object }): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** A client that is connected, as official ones connect, and acknowledges what it is pushed. */
export interface RelayClient {
  readonly socket: WebSocket
  /** what was pushed, in order */
  readonly pushed: readonly { readonly topic: string; readonly message: string }[]
  /** @returns the result, or the error's `data` */
  ask(method: string, params: object): Promise<unknown>
  publish(topic: string, message: string): Promise<unknown>
  subscribe(topics: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

export interface ConnectParameters {
  url: string
  key?: ClientKey | undefined
  query?: Readonly<Record<string, string>> | undefined
  claims?: object | undefined
  headers?: Readonly<Record<string, string>> | undefined
  tokenIn?: 'query' | 'header' | undefined
  /** false: what is pushed is never acknowledged */
  acknowledges?: boolean | undefined
  /** told of each push as it comes */
  onPushed?: ((message: string) => void) | undefined
}

/** The socket of a client, which may be refused. */
export function openSocket(parameters: ConnectParameters): WebSocket {
  const { url, key = clientKey(), query = {}, claims = {}, headers = {}, tokenIn = 'query' } = parameters
  const relayUrl = url.replace('http', 'ws')
  const iat = Math.floor(Date.now() / 1000)
  const said = { iss: key.clientId, sub: 'ab', aud: relayUrl, iat, exp: iat + 86_400, ...claims }
  const auth = signToken({ key, claims: said })
  const asked = new URLSearchParams({
    ...(tokenIn === 'query' ? { auth } : {}),
    projectId: 'demo',
    ua: 'wc-2/js-2.21.8/linux/node',
    useOnCloseEvent: 'true',
    ...query,
  })
  const bearer = tokenIn === 'header' ? { authorization: `Bearer ${auth}` } : {}
  return new WebSocket(`${relayUrl}/?${asked}`, { headers: { ...bearer, ...headers } })
}

/** How a socket ended. */
export const ended = (socket: WebSocket): Promise<{ code: number; reason: string }> =>
  new Promise((resolve) => socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })))

/** @throws when the relay refuses it */
export async function connectClient({
  acknowledges = true,
  onPushed,
  ...parameters
}: ConnectParameters): Promise<RelayClient> {
  const socket = openSocket(parameters).setMaxListeners(0)
  const pushed: { topic: string; message: string }[] = []
  const waiting = new Map<number, (answer: unknown) => void>()
  let lastId = Date.now() * 1000
  socket.on('message', (data) => {
    const { id, method, params, result, error } = JSON.parse(data.toString())
    if (method === undefined) waiting.get(id)?.(error?.data ?? result)
    else {
      pushed.push(params.data)
      onPushed?.(params.data.message)
      if (acknowledges) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    }
  })
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++lastId
      socket.once('close', reject)
      waiting.set(id, (answer) => {
        socket.off('close', reject)
        waiting.delete(id)
        resolve(answer)
      })
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', resolve)
  })
  return {
    socket,
    pushed,
    ask,
    publish: (topic, message) => ask('irn_publish', { topic, message, ttl: 300, tag: 1108 }),
    subscribe: (topics) => ask('irn_batchSubscribe', { topics }),
    async close() {
      const isOver = ended(socket)
      socket.close()
      await isOver
    },
  }
}
