import type { Clock, NetworkId, SignInWhileConnecting } from '@foyer/core'
import { isNetworkId } from '@foyer/core/chain'
import type { SiwxMessage, SiwxSession } from '@foyer/core/siwx'
import type { DappSession, Engine } from '../engine/engine.js'
import * as peerFailures from '../protocol/failures.js'
import type { SignedMessage } from '../protocol/signin/checkAuthentication.js'
import { InvalidAuthenticationError } from '../protocol/signin/errors.js'
import { type Cacao, signedFields } from '../protocol/signin/message.js'
import { authenticate } from './authenticate.js'
import type { DappConnectParameters } from './client.js'
import type { Connecting } from './connecting.js'
import { SettlementUnusableError } from './errors.js'

export { createSignIns } from '../signin/signIns.js'

/**
 * Connects, and has the visitor sign in on the way, on every chain at once: what the kit asks for as a request of WalletConnect's, and what the wallet
 * signs as the kit's sessions.
 *
 * @returns no sessions where the wallet only connects
 * @throws as `DappClient.authenticate` · SettlementUnusableError where the wallet signed in and granted nothing to connect with
 * @see CAIP-122, CAIP-222; W11
 */
export async function connectSigningIn({
  signIn,
  networks,
  networkId,
  kit: { engine, dapp },
  host: { clock },
  ...parameters
}: DappConnectParameters & {
  readonly kit: { readonly engine: Engine; readonly dapp: { readonly connecting: Connecting } }
  readonly host: { readonly clock: Clock }
  readonly signIn: SignInWhileConnecting
  readonly networks: readonly NetworkId[]
  /** That the visitor is on: one of Ethereum's. */
  readonly networkId: NetworkId
}): Promise<{ readonly session: DappSession; readonly signedIn: readonly SiwxSession[] | undefined }> {
  const message = await signIn.message({ networkId })
  const { signal } = parameters
  signal.throwIfAborted()
  /** In the order of the answer, which is that of the calls. */
  const signed: SignedMessage[] = []
  const { session, cacaos } = await authenticate({
    ...{ ...parameters, engine, clock, connecting: dapp.connecting },
    authPayload: payloadOf({ message, networks }),
    async verify(each) {
      signed.push(each)
      const { address, message: text, signature } = each
      return signIn.verify({ networkId: networkIdOf(each), address, message: text, signature, signal })
    },
  })
  if (!session) throw new SettlementUnusableError({ failure: peerFailures.unsupportedMethods })
  const sessions = cacaos.flatMap((cacao, at) => {
    const own = signed[at]
    return own ? [sessionOf({ cacao, signed: own, statement: message.statement })] : []
  })
  return { session, signedIn: sessions.length > 0 ? sessions : undefined }
}

/** Only there it is defined what is signed on the way. */
const isOfEthereum = (networkId: NetworkId) => networkId.startsWith('eip155:')

function payloadOf({
  message: {
    domain,
    uri,
    version,
    nonce,
    issuedAt,
    statement,
    expirationTime,
    notBefore,
    requestId,
    resources,
    chainId,
  },
  networks,
}: {
  readonly message: SiwxMessage
  readonly networks: readonly NetworkId[]
}) {
  return {
    ...{ domain, aud: uri, version, nonce, iat: issuedAt, statement, requestId, resources },
    ...{ exp: expirationTime, nbf: notBefore, chains: [...new Set([chainId, ...networks])].filter(isOfEthereum) },
  }
}

/**
 * Returns the session by what was signed: which account it is, and what the wallet may be asked, as a ReCap and in its
 * statement.
 */
function sessionOf({
  cacao,
  signed: { message, signature, ...signed },
  statement,
}: {
  readonly cacao: Cacao
  readonly signed: SignedMessage
  /** As it was asked for. */
  readonly statement: string | undefined
}): SiwxSession {
  const fields = signedFields({ ...cacao.p, statement })
  return {
    data: { ...fields, accountAddress: signed.address, chainId: networkIdOf(signed) },
    message,
    signature,
    cacao,
  }
}

/** Among those that were asked for, as was checked. */
function networkIdOf({ chainId }: Pick<SignedMessage, 'chainId'>): NetworkId {
  if (!isNetworkId(chainId)) throw new InvalidAuthenticationError({ field: 'iss' })
  return chainId
}
