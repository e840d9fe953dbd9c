import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { DappAuthenticateParameters, DappAuthentication } from '../dapp/client.js'
import type { Connecting } from '../dapp/connecting.js'
import { SettlementUnusableError } from '../dapp/errors.js'
import type { Engine } from '../engine/engine.js'
import {
  type AuthPayload,
  acceptNamespaces,
  authenticatingDappReads,
  type Cacao,
  familyOf,
  formatRecap,
  grantedBy,
  InvalidAuthenticationError,
  InvalidNamespacesError,
  InvalidPayloadError,
  type ProposalNamespaces,
  parseResult,
  peerFailures,
  recapFor,
  type SessionNamespaces,
} from '../protocol/index.js'
import { checkAuthentication } from './checkAuthentication.js'

/** A wallet's answer is checked in this time, or never. */
const checkingMs = 50_000

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

  async function conclude(pairingTopic: string, result: unknown): Promise<DappAuthentication> {
    try {
      const cacaos = cacaosIn(result)
      const checked = cacaos.map((cacao) => checkAuthentication({ payload, cacao, now: clock.now() }))
      const namespaces = namespacesOf({ cacaos, requested })
      const areSigned = await inTime({ work: Promise.all(checked.map((each) => verify(each))), clock, signal })
      if (areSigned.includes(false)) throw new InvalidAuthenticationError({ field: 's' })
      const session = await engine.conclude({ pairingTopic, namespaces })
      // Its time was over.
      if (namespaces && !session) throw new SettlementUnusableError({ failure: peerFailures.requestExpired })
      return { session, cacaos }
    } catch (error) {
      await engine.conclude({ pairingTopic, failure: peerFailures.settlementFailed })
      throw error
    }
  }

  return new Promise((resolve, reject) => {
    const authenticated = (pairingTopic: string, result: unknown) => resolve(conclude(pairingTopic, result))
    connecting
      .connect({ ...parameters, authPayload: payload, authenticated })
      .then((session) => resolve({ session, cacaos: [] }), reject)
  })
}

/** The methods that are asked for stand in a ReCap, which is the last of the resources. */
function payloadOf({
  authPayload,
  requested,
}: Pick<DappAuthenticateParameters, 'authPayload' | 'requested'>): AuthPayload {
  const [first = ''] = authPayload.chains
  const family = familyOf(first)
  const methods = Object.entries(requested).flatMap(([key, each]) => (familyOf(key) === family ? each.methods : []))
  const { resources = [] } = authPayload
  const recap = methods.length > 0 ? [formatRecap(recapFor({ family, methods }))] : []
  return { ...authPayload, type: 'caip122', resources: [...resources, ...recap] }
}

function cacaosIn(result: unknown): readonly Cacao[] {
  try {
    return parseResult({ reads: authenticatingDappReads, method: 'wc_sessionAuthenticate', result }).cacaos
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

/** Verifying may need a chain: that expires, too. */
async function inTime<Result>({
  work,
  clock,
  signal,
}: {
  readonly work: Promise<Result>
  readonly clock: Clock
  readonly signal: AbortSignal
}): Promise<Result> {
  let reject = (_: unknown): void => {}
  const late = new Promise<never>((_, fail) => {
    reject = fail
  })
  const abort = () => reject(new AbortedError({ cause: signal.reason }))
  const cancel = clock.setTimeout(
    () => reject(new SettlementUnusableError({ failure: peerFailures.requestExpired })),
    checkingMs,
  )
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
    signal.removeEventListener('abort', abort)
  }
}
