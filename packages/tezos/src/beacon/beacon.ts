import type { Abortable, Clock, Network } from '@foyer/core'
import { readProperty } from '@foyer/core/connector'
import {
  AccountNotConnectedError,
  ChainNotSupportedError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import { optionalOrNull } from '@foyer/core/lenient'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { listenToPage, postToExtensions } from '../discovery/page.js'
import { otherIds } from '../otherIds.js'
import { WireHash, WireSignature } from '../wire/methods.js'
import { operationOf } from '../wire/operation.js'
import { asked, longestPayload, saidBy } from './asked.js'
import { keysOf, readMessage, type Session, senderIdOf, sessionWith, writeMessage } from './boxes.js'
import type { Pairing } from './pair.js'

/** An account that a wallet lets this page use. */
export interface GrantedAccount {
  readonly publicKey?: string | undefined
  readonly address?: string | undefined
}

/** A wallet in the page that this one is paired with; what it answers is parsed. */
export interface Beacon {
  /** Asks the visitor to let the page use an account on a network. */
  permission(request: Abortable & { readonly network: Network }): Promise<GrantedAccount>
  /** @param request.payload - hexadecimal */
  sign(request: Abortable & { readonly address: string; readonly payload: string }): Promise<string>
  send(
    request: Abortable & {
      readonly network: Network
      readonly address: string
      readonly to: string
      readonly amount: bigint
    },
  ): Promise<string>
  /** Says that this page leaves: no answer is awaited. */
  leave(): void
  /** Listens to what the wallet says by itself: it shows another account, or has cut this page off. @returns stops */
  listen(receive: (said: { readonly account: GrantedAccount } | 'left') => void): () => void
}

interface Place {
  readonly extensionId: string
  readonly clock: Clock
}

/** Of messages: wallets answer in kind. */
const messageVersion = '2'

/** The errors of a wallet's own words for failures. @see TZIP-10 */
const faults: Readonly<Record<string, (network: Network | undefined) => Error>> = {
  ABORTED_ERROR: () => new UserRejectedError(),
  NOT_GRANTED_ERROR: () => new AccountNotConnectedError({ family: 'tezos' }),
  NO_PRIVATE_KEY_FOUND_ERROR: () => new AccountNotConnectedError({ family: 'tezos' }),
  SIGNATURE_TYPE_NOT_SUPPORTED: () => new UnsupportedMethodError({ context: { method: 'sign_payload_request' } }),
}
function faultOf(answer: unknown, network: Network | undefined): Error {
  const type = String(readProperty(answer, 'errorType') ?? '').slice(0, 64)
  if (type === 'NETWORK_NOT_SUPPORTED' && network)
    return new ChainNotSupportedError({ networkId: network.caipNetworkId })
  const fault = Object.hasOwn(faults, type) ? faults[type] : undefined
  return fault ? fault(network) : new Error(`The wallet said ${type || 'that it failed'}.`)
}

/** By the name that wallets have for it; of any other it is said where its nodes are. */
const networkOf = ({ caipNetworkId, name, rpcUrls }: Network): object => {
  const type = otherIds[caipNetworkId]?.slice('tezos:'.length)
  return type === undefined ? { type: 'custom', name, rpcUrl: rpcUrls.default.http[0] } : { type }
}

const Granted = v.object({
  publicKey: optionalOrNull(v.string()),
  address: optionalOrNull(v.string()),
  network: v.fallback(optionalOrNull(v.object({ type: optionalOrNull(v.string()) })), undefined),
})

/** Some wallets grant what they are on, not what they were asked for. @throws ChainNotSupportedError where they name another network */
function checkNetwork(granted: v.InferOutput<typeof Granted>, network: Network): void {
  const names = Object.values(otherIds).map((id) => id.slice('tezos:'.length))
  const named = granted.network?.type
  const isOther = named !== undefined && names.includes(named) && `tezos:${named}` !== otherIds[network.caipNetworkId]
  if (isOther) throw new ChainNotSupportedError({ networkId: network.caipNetworkId })
}

interface Request<T> extends Abortable {
  readonly type: string
  readonly content: object
  readonly network?: Network | undefined
  readonly schema: v.GenericSchema<unknown, T>
  readonly expected: string
}

/** Opens what the wallet sealed for this page. @returns undefined for all else */
function openedIn(of: { readonly said: unknown; readonly extensionId: string; readonly session: Session }): unknown {
  const payload = readProperty(saidBy(of.extensionId, of.said), 'encryptedPayload')
  const opened = typeof payload === 'string' && payload.length <= longestPayload ? of.session.open(payload) : undefined
  return opened === undefined ? undefined : readMessage(opened)
}

type Ask = <T>(request: Request<T>) => Promise<T>

/** Speaks with a wallet by a pairing. @throws Error for one that is no pairing */
export function createBeacon({
  extensionId,
  clock,
  pairing,
  name,
}: Place & { readonly pairing: Pairing; readonly name: string }): Beacon {
  const keys = keysOf(hex.decode(pairing.seed))
  const session = sessionWith(keys, hex.decode(pairing.peer))
  const about = { version: messageVersion, senderId: senderIdOf(keys.publicKey) }
  const post = (message: object) =>
    postToExtensions({ targetId: extensionId, encryptedPayload: session.seal(writeMessage({ ...about, ...message })) })
  const ask: Ask = ({ type, content, network, ...of }) => {
    const id = crypto.randomUUID()
    return asked({
      ...{ ...of, method: type, clock },
      post: () => post({ id, type, ...content }),
      answerIn(said) {
        const message = openedIn({ said, extensionId, session })
        const isAnswer = readProperty(message, 'id') === id && readProperty(message, 'type') !== 'acknowledge'
        return isAnswer ? message : undefined
      },
      errorIn: (answer) => (readProperty(answer, 'type') === 'error' ? faultOf(answer, network) : undefined),
    })
  }
  return {
    ...requestsBy(ask, { senderId: about.senderId, name }),
    leave: () => post({ id: crypto.randomUUID(), type: 'disconnect' }),
    listen: (receive) =>
      listenToPage((said) => {
        const message = openedIn({ said, extensionId, session })
        const type = readProperty(message, 'type')
        if (type === 'disconnect') receive('left')
        const { success, output } = v.safeParse(Granted, message)
        if (type === 'change_account_request' && success) receive({ account: output })
      }),
  }
}

const Signed = v.object({ signature: WireSignature })
const Sent = v.object({ transactionHash: WireHash })

/** Creates the requests to a wallet, as Beacon writes them. */
const requestsBy = (ask: Ask, appMetadata: object): Pick<Beacon, 'permission' | 'sign' | 'send'> => ({
  async permission({ network, signal }) {
    const granted = await ask({
      ...{ type: 'permission_request', schema: Granted, expected: 'an account', network, signal },
      content: { appMetadata, network: networkOf(network), scopes: ['operation_request', 'sign'] },
    })
    checkNetwork(granted, network)
    return granted
  },
  async sign({ address, payload, signal }) {
    const { signature } = await ask({
      ...{ type: 'sign_payload_request', schema: Signed, expected: 'a signature', signal },
      content: { signingType: 'micheline', payload, sourceAddress: address },
    })
    return signature
  },
  async send({ network, address, to, amount, signal }) {
    const { transactionHash } = await ask({
      ...{ type: 'operation_request', schema: Sent, expected: 'a hash', network, signal },
      content: {
        ...{ network: networkOf(network), sourceAddress: address },
        operationDetails: [operationOf({ to, amount })],
      },
    })
    return transactionHash
  },
})
