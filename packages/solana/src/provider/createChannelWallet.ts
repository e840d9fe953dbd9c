import type { ChannelConnection, NetworkId } from '@foyer/core'
import { ChainDisconnectedError } from '@foyer/core/errors'
import { base58 } from '@scure/base'
import { chainNameOf, networkIdOf } from '../connection/chainNames.js'
import type { SignTransactionInput, StandardAccount, StandardFeatures, StandardWallet } from '../standard.js'
import { keyOf } from '../transaction/address.js'
import { readEnvelope } from '../verify/offchain.js'
import type { SolanaMethod } from '../wire/methods.js'
import { type Asking, askSession, codecOf } from './askSession.js'
import { signOverSession } from './signOverSession.js'

/** The methods of a session that each feature is made of. */
const featuresBy = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
} as const satisfies Readonly<Record<string, SolanaMethod>>

/** Versions that aren't said over a session: what a wallet can't read, it refuses. */
const supportedTransactionVersions = ['legacy', 0] as const

/**
 * A wallet at the other end of a session, as a wallet of the Wallet Standard: with the features that the session grants, each request made once.
 *
 * @example
 * const wallet = createChannelWallet({ channel, connection, networks })
 * await wallet.features['solana:signMessage']?.signMessage({ account: wallet.accounts[0], message })
 */
export function createChannelWallet(session: ChannelConnection): StandardWallet {
  const { channel, connection } = session
  const configured = () => session.networks().map(({ caipNetworkId }) => caipNetworkId)
  const granted = (): readonly NetworkId[] =>
    (connection.approvedNetworks ?? configured()).filter((id) => id.startsWith('solana:'))
  const here = (): NetworkId => {
    const [first] = granted()
    const networkId = connection.networks.solana ?? first
    if (networkId === undefined) throw new ChainDisconnectedError()
    return networkId
  }
  const chains = () => [...new Set(granted().map(chainNameOf))]
  const features = (): StandardFeatures =>
    onlyGranted(featuresOf({ session, here, configured }), (method) => channel.takes({ networkId: here(), method }))
  const accounts = (): readonly StandardAccount[] =>
    connection.accounts.flatMap(({ namespace, address }) =>
      namespace === 'solana'
        ? [{ address, publicKey: keyOf(address), chains: chains(), features: Object.keys(features()) }]
        : [],
    )
  const own: StandardFeatures = {
    'standard:connect': { connect: async () => ({ accounts: accounts() }) },
    'standard:events': {
      on: (_, listener) =>
        connection.listen((event) => {
          const isOver = event.type === 'disconnected' || event.type === 'replaced'
          if (isOver) listener({ accounts: [] })
          else if (event.type === 'accountsChanged' && event.family === 'solana') listener({ accounts: accounts() })
        }),
    },
  }
  return {
    version: '1.0.0',
    name: 'WalletConnect',
    icon: '',
    get chains() {
      return chains()
    },
    get features() {
      return { ...own, ...features() }
    },
    get accounts() {
      return accounts()
    },
  }
}

function onlyGranted(features: StandardFeatures, takes: (method: SolanaMethod) => boolean): StandardFeatures {
  return Object.fromEntries(Object.entries(features).filter(([name]) => isNamed(name) && takes(featuresBy[name])))
}

const isNamed = (name: string): name is keyof typeof featuresBy => Object.hasOwn(featuresBy, name)

function featuresOf({
  session: { channel },
  here,
  configured,
}: {
  readonly session: ChannelConnection
  readonly here: () => NetworkId
  readonly configured: () => readonly NetworkId[]
}): StandardFeatures {
  /** On the chain that an input names, else where the session is. */
  const asking = ({ chain }: Pick<SignTransactionInput, 'chain'>): Asking => {
    const current = here()
    const named = chain === undefined || chain === chainNameOf(current) ? current : undefined
    return { channel, networkId: named ?? networkIdOf({ chain: chain ?? '', configured: configured() }) ?? current }
  }
  return {
    'solana:signMessage': {
      signMessage: (...inputs) =>
        inEachTurn(inputs, async ({ account, message }) => {
          const params = { message: base58.encode(message), pubkey: account.address }
          const { signature } = await askSession({ ...asking({}), method: 'solana_signMessage', params })
          const bytes = base58.decode(signature)
          const envelope = readEnvelope(bytes)
          return envelope
            ? { signedMessage: envelope.message, signature: envelope.signature }
            : { signedMessage: message, signature: bytes }
        }),
    },
    'solana:signTransaction': {
      supportedTransactionVersions,
      signTransaction: async (...inputs) => {
        const [first] = inputs
        return first ? signOverSession({ ...asking(first), inputs }) : []
      },
    },
    'solana:signAndSendTransaction': {
      supportedTransactionVersions,
      signAndSendTransaction: (...inputs) =>
        inEachTurn(inputs, async ({ account, transaction, options, chain }) => {
          const params = { transaction: codecOf(channel).encode(transaction), pubkey: account.address }
          const { signature } = await askSession({
            ...asking({ chain }),
            method: 'solana_signAndSendTransaction',
            // An embedded wallet's page calls them by another name than a session's wallet.
            params: options
              ? { ...params, [channel.encoding === 'base58' ? 'options' : 'sendOptions']: { ...options } }
              : params,
          })
          return { signature: base58.decode(signature) }
        }),
    },
  }
}

/** One after the other: a wallet shows one prompt at a time. */
async function inEachTurn<Input, Output>(
  inputs: readonly Input[],
  ask: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await ask(input))
  return outputs
}
