import { createRequire } from 'node:module'
import type { PageAnswer } from '../pageWallet.js'
import { isRecord } from '../rpc.js'
import type { PageRequest } from '../windowWallet.js'

// Their builds for modules name files that aren't there: Node takes the others alone.
const required = createRequire(import.meta.url)
const beacon: typeof import('@airgap/beacon-core') = required('@airgap/beacon-core')
const utils: typeof import('@airgap/beacon-utils') = required('@airgap/beacon-utils')

/** A message that a wallet posts into a page: sealed. */
export type Posted = { readonly payload: string } | { readonly encryptedPayload: string }

interface BeaconPeerParameters {
  readonly name: string
  /** Returns the account that the wallet shows now; undefined where it has cut all pages off. */
  readonly shown: () => { readonly address: string; readonly publicKey: string } | undefined
}

/** The wallet's side of Beacon, by Beacon's own libraries. */
export interface BeaconPeer {
  /** Opens what a page posts, has it answered, and seals the answer. @returns what is to be posted */
  receive(of: {
    readonly data: unknown
    readonly answer: (asked: PageRequest) => Promise<PageAnswer>
  }): Promise<readonly Posted[]>
}

interface Page {
  /** Of ed25519, in hexadecimal. */
  readonly publicKey: string
  /** The account that it received last; undefined before it has one. */
  account: string | undefined
}

class Channel extends beacon.CommunicationClient {
  async init(): Promise<void> {}
  async unsubscribeFromEncryptedMessages(): Promise<void> {}
  async unsubscribeFromEncryptedMessage(): Promise<void> {}
  async sendMessage(): Promise<void> {}
  async start(): Promise<void> {}
  async seal(message: object, { publicKey }: Page): Promise<Posted> {
    const { send } = await this.createCryptoBoxClient(publicKey, this.keyPair ?? missing())
    const text = await new beacon.Serializer().serialize(message)
    return { encryptedPayload: await utils.encryptCryptoboxPayload(text, send) }
  }
  /** @returns undefined for what another page has sealed */
  async open(payload: string, { publicKey }: Page): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { receive } = await this.createCryptoBoxServer(publicKey, this.keyPair ?? missing())
    try {
      const text = await utils.decryptCryptoboxPayload(Buffer.from(payload, 'hex'), receive)
      const message: unknown = await new beacon.Serializer().deserialize(text)
      return isRecord(message) ? message : undefined
    } catch {
      return undefined
    }
  }
}
const missing = (): never => {
  throw new Error('The channel has no keys.')
}

/** The error types of the wallet's refusals. @see TZIP-10 */
const errorTypes: ReadonlyMap<number, string> = new Map([
  [4001, 'ABORTED_ERROR'],
  [4100, 'NOT_GRANTED_ERROR'],
  [4902, 'NETWORK_NOT_SUPPORTED'],
  [-32602, 'PARAMETERS_INVALID_ERROR'],
])

const answerTypes: Readonly<Record<string, string>> = {
  permission_request: 'permission_response',
  sign_payload_request: 'sign_payload_response',
  operation_request: 'operation_response',
}

export async function createBeaconPeer({ name, shown }: BeaconPeerParameters): Promise<BeaconPeer> {
  const keyPair = await utils.getKeypairFromSeed(crypto.randomUUID())
  const channel = new Channel(keyPair)
  const senderId = await beacon.getSenderId(await channel.getPublicKey())
  const pages = new Map<string, Page>()
  const about = { version: '2', senderId }

  const pair = async (payload: string): Promise<readonly Posted[]> => {
    const request: unknown = await new beacon.Serializer().deserialize(payload)
    if (!isRecord(request) || typeof request.publicKey !== 'string') return []
    pages.set(request.publicKey, { publicKey: request.publicKey, account: undefined })
    const { id, version } = request
    const type = 'postmessage-pairing-response'
    const response = { id, type, name, version, publicKey: utils.toHex(keyPair.publicKey) }
    const sealed = await utils.sealCryptobox(JSON.stringify(response), Buffer.from(request.publicKey, 'hex'))
    return [{ payload: sealed }]
  }
  /** Returns the messages that the wallet sends by itself, to the pages that have an account. */
  const changes = async (): Promise<readonly Posted[]> => {
    const now = shown()
    const connected = [...pages.values()].filter(({ account }) => account !== undefined && account !== now?.address)
    return Promise.all(
      connected.map((page) => {
        page.account = now?.address
        const id = crypto.randomUUID()
        const said = now
          ? { type: 'change_account_request', ...now, network: { type: 'mainnet' }, scopes: ['sign'] }
          : { type: 'disconnect' }
        return channel.seal({ ...about, id, ...said }, page)
      }),
    )
  }
  return {
    async receive({ data, answer }) {
      if (!isRecord(data)) return changes()
      if (typeof data.payload === 'string') return pair(data.payload)
      for (const page of pages.values()) {
        const message = await channel.open(String(data.encryptedPayload), page)
        if (!message) continue
        const { id, type, version: _, senderId: __, ...params } = message
        const method = String(type)
        const said = await answer({ method, params })
        if (method === 'disconnect') {
          pages.delete(page.publicKey)
          return []
        }
        if (method === 'permission_request' && said.type === 'result') page.account = shown()?.address
        const acknowledged = { ...about, id, type: 'acknowledge' }
        return Promise.all(
          [acknowledged, { ...about, id, ...messageOf(method, said) }].map((each) => channel.seal(each, page)),
        )
      }
      return []
    },
  }
}

function messageOf(method: string, said: PageAnswer): object {
  if (said.type === 'result')
    return { ...(isRecord(said.result) ? said.result : {}), type: answerTypes[method] ?? 'acknowledge' }
  const errorType = said.type === 'error' ? errorTypes.get(said.code) : undefined
  return { type: 'error', errorType: errorType ?? 'UNKNOWN_ERROR' }
}
