import type { Clock } from '@foyer/core'
import type { DappSession, Engine } from '../engine/engine.js'
import { acceptNamespaces } from '../protocol/checkNamespaces.js'
import { InvalidNamespacesError, InvalidPayloadError } from '../protocol/errors.js'
import * as peerFailures from '../protocol/failures.js'
import { familyOf } from '../protocol/families.js'
import { parseResult } from '../protocol/messages.js'
import type { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import { parseAs } from '../protocol/payload.js'
import { authenticatingDappReads, SignedWithProposal } from '../protocol/signin/authenticatingDappReads.js'
import { checkAuthentication, checkSigners } from '../protocol/signin/checkAuthentication.js'
import { InvalidAuthenticationError } from '../protocol/signin/errors.js'
import { type AuthPayload, type Cacao, grantedBy, isOfOneFamily } from '../protocol/signin/message.js'
import { formatRecap, recapFor } from '../protocol/signin/recap.js'
import { awaited } from '../waiting/awaited.js'
import type { DappAuthenticateParameters, DappAuthentication } from './client.js'
import type { Connecting } from './connecting.js'
import { SettlementUnusableError } from './errors.js'

/** A wallet's answer is checked in this time, or never: verifying may need a chain. */
const tooLate = { ms: 50_000, error: () => new SettlementUnusableError({ failure: peerFailures.requestExpired }) }

/** Connects with a sign-in: see `DappClient.authenticate`. */
export function authenticate({
  connecting,
  engine,
  clock,
  authPayload,
  verify,
  ...parameters
}: DappAuthenticateParameters & {
  readonly connecting: Connecting
  readonly engine: Engine
  readonly clock: Clock
}): Promise<DappAuthentication> {
  const { requested, signal } = parameters
  const payload = payloadOf({ authPayload, requested })

  /** @throws InvalidAuthenticationError where not all of it is as was asked */
  async function check(cacaos: readonly Cacao[]): Promise<void> {
    const checked = cacaos.map((cacao) => checkAuthentication({ payload, cacao, now: clock.now() }))
    const areSigned = await awaited<boolean[]>({ clock, limit: tooLate, signal, ended() {} }, ({ resolve, reject }) =>
      Promise.all(checked.map((each) => verify(each))).then(resolve, reject),
    )
    if (areSigned.includes(false)) throw new InvalidAuthenticationError({ field: 's' })
  }

  async function conclude(pairingTopic: string, result: unknown): Promise<DappAuthentication> {
    try {
      const cacaos = cacaosIn(result)
      await check(cacaos)
      const namespaces = namespacesOf({ cacaos, requested })
      const session = await engine.conclude({ pairingTopic, namespaces })
      // Its time was over.
      if (namespaces && !session) throw new SettlementUnusableError({ failure: peerFailures.requestExpired })
      return { session, cacaos }
    } catch (error) {
      await engine.conclude({ pairingTopic, failure: peerFailures.settlementFailed })
      throw error
    }
  }

  /** The wallet took the proposal: it may have signed all the same, and then that has to hold. */
  async function settled(session: DappSession): Promise<DappAuthentication> {
    try {
      const cacaos = signedWith(session)
      checkSigners({ ...session, cacaos })
      await check(cacaos)
      return { session, cacaos }
    } catch (error) {
      await engine.end({ ...session, reason: peerFailures.settlementFailed })
      throw error
    }
  }

  return new Promise((resolve, reject) => {
    const authenticated = (pairingTopic: string, result: unknown) => resolve(conclude(pairingTopic, result))
    connecting
      .connect({ ...parameters, authPayload: payload, authenticated })
      .then((session) => resolve(settled(session)), reject)
  })
}

/** The methods that are asked for stand in a ReCap, which is the last of the resources, where a sign-in can grant all of them. */
function payloadOf({
  authPayload,
  requested,
}: Pick<DappAuthenticateParameters, 'authPayload' | 'requested'>): AuthPayload {
  const family = familyOf(authPayload.chains[0] ?? '')
  const methods = Object.values(requested).flatMap((each) => each.methods)
  const { resources = [] } = authPayload
  const isGranted = methods.length > 0 && isOfOneFamily({ requested }, authPayload)
  const recap = isGranted ? [formatRecap(recapFor({ family, methods }))] : []
  return { ...authPayload, type: 'caip122', resources: [...resources, ...recap] }
}

/** Reads what a wallet signed with the proposal; none where it doesn't do that. */
const signedWith = ({ proposalRequestsResponses: value }: DappSession): readonly Cacao[] =>
  readCacaos(() => parseAs({ schema: SignedWithProposal, value, at: 'params' }))

const cacaosIn = (result: unknown): readonly Cacao[] =>
  readCacaos(() => parseResult({ reads: authenticatingDappReads, method: 'wc_sessionAuthenticate', result }).cacaos)

function readCacaos(read: () => readonly Cacao[]): readonly Cacao[] {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof InvalidPayloadError)) throw cause
    throw new InvalidAuthenticationError({ field: 'cacaos', cause })
  }
}

function namespacesOf({
  cacaos,
  requested,
}: {
  readonly cacaos: readonly Cacao[]
  readonly requested: ProposalNamespaces
}): SessionNamespaces | undefined {
  const granted = grantedBy(cacaos)
  try {
    return granted && acceptNamespaces({ requested, granted })
  } catch (error) {
    if (error instanceof InvalidNamespacesError) throw new SettlementUnusableError(error)
    throw error
  }
}
