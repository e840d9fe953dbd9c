import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { WebSocket } from 'ws'

/** For tests. */
export interface ClientKey {
  readonly clientId: string
  readonly privateKey: KeyObject
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The key of a new client. */
export function clientKey(): ClientKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`
  return { clientId: `did:key:z${text}`, privateKey }
}

/** Signs claims, valid or not. */
export function signToken({ key, claims }: { key: ClientKey; claims: object }): string {
  const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** A client that connects as official ones do and acknowledges what it is pushed. */
export interface RelayClient {
  readonly socket: WebSocket
  /** the pushed messages, in order */
  readonly pushed: readonly { readonly topic: string; readonly message: string }[]
  /** @returns the result, or the error's `data` */
  request(method: string, params: object): Promise<unknown>
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
  /** false: no push is acknowledged */
  acknowledges?: boolean | undefined
  /** called for each push */
  onPushed?: ((message: string) => void) | undefined
}

/** The socket of a client, which the relay may reject. */
export function openSocket(parameters: ConnectParameters): WebSocket {
  const { url, key = clientKey(), query = {}, claims = {}, headers = {}, tokenIn = 'query' } = parameters
  const relayUrl = url.replace('http', 'ws')
  const iat = Math.floor(Date.now() / 1000)
  const allClaims = { iss: key.clientId, sub: 'ab', aud: relayUrl, iat, exp: iat + 86_400, ...claims }
  const auth = signToken({ key, claims: allClaims })
  const parameterList = new URLSearchParams({
    ...(tokenIn === 'query' ? { auth } : {}),
    projectId: 'demo',
    ua: 'wc-2/js-2.21.8/linux/node',
    useOnCloseEvent: 'true',
    ...query,
  })
  const bearer = tokenIn === 'header' ? { authorization: `Bearer ${auth}` } : {}
  return new WebSocket(`${relayUrl}/?${parameterList}`, { headers: { ...bearer, ...headers } })
}

/** Resolves with the reason when a socket is closed. */
export const closed = (socket: WebSocket): Promise<{ code: number; reason: string }> =>
  new Promise((resolve) => socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })))

/** @throws when the relay rejects the socket */
export async function connectClient({
  acknowledges = true,
  onPushed,
  ...parameters
}: ConnectParameters): Promise<RelayClient> {
  const socket = openSocket(parameters).setMaxListeners(0)
  const pushed: { topic: string; message: string }[] = []
  const pending = new Map<number, (answer: unknown) => void>()
  let lastId = Date.now() * 1000
  socket.on('message', (data) => {
    const { id, method, params, result, error } = JSON.parse(data.toString())
    if (method === undefined) pending.get(id)?.(error?.data ?? result)
    else {
      pushed.push(params.data)
      onPushed?.(params.data.message)
      if (acknowledges) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    }
  })
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      // What is sent then is dropped without a word.
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('The socket is closed.'))
      const id = ++lastId
      socket.once('close', reject)
      pending.set(id, (answer) => {
        socket.off('close', reject)
        pending.delete(id)
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
    request,
    publish: (topic, message) => request('irn_publish', { topic, message, ttl: 300, tag: 1108 }),
    subscribe: (topics) => request('irn_batchSubscribe', { topics }),
    async close() {
      const isClosed = closed(socket)
      socket.close()
      await isClosed
    },
  }
}
