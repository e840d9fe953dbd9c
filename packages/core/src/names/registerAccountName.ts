import { type NameOwner, nameOwnerOf } from '../account/accountFeatures.js'
import { signMessageWithin } from '../actions/sign.js'
import type { Api } from '../api/project.js'
import { refusalUnlessAborted, runAttempt } from '../attempt/runAttempt.js'
import { isHex } from '../chain/hex.js'
import { accountNameFault, coinTypeOf } from '../chain/names.js'
import { contextOf, type FoyerContext } from '../context.js'
import { EmbeddedLoginRequiredError, InvalidAccountNameError, NamesUnavailableError } from '../errors/feature.js'
import { WalletAnswerError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import type { AttemptReporter } from '../state/attempt.js'
import type { RegistrationMessage } from '../wire/name.js'

/** The zone where names are given, and the calls about them. */
export interface Names {
  readonly calls: Awaited<ReturnType<FoyerContext['queries']>>
  readonly api: Api
  /** The domain below which they stand. */
  readonly zone: string
}

/** Asks the operator's server where it gives names. @throws NamesUnavailableError, and what `nameZone` throws */
export async function openNames({
  context: { api: open, queries },
  signal,
}: {
  readonly context: Pick<FoyerContext, 'api' | 'queries'>
  readonly signal?: AbortSignal | undefined
}): Promise<Names> {
  if (!open) throw new NamesUnavailableError()
  const [calls, api] = await Promise.all([queries(), open()])
  const zone = await calls.nameZone(api, { signal })
  if (zone === null) throw new NamesUnavailableError()
  return { calls, api, zone }
}

export interface RegisterAccountNameParameters {
  /** Without its zone: `alice`. Capital letters count as small ones. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Registers a name for the account of the embedded login: the visitor signs it, once, and it is sent to the operator's server, once.
 *
 * @returns the name with its zone, such as `alice.foyer.id`
 * @throws EmbeddedLoginRequiredError [S6.7] · InvalidAccountNameError [S5.8 S5.9] · InvalidNameChainError 'Invalid chainId' [S5.10] · NamesUnavailableError ·
 * NameServiceError with the server's first reason [S8.19] · UserRejectedError and what else `signMessage` throws · RequestTimeoutError after 5 minutes · AbortedError
 * @example
 * const { name } = await registerAccountName(foyer, { name: 'alice' })
 */
export async function registerAccountName(
  foyer: Foyer,
  { name: typed, signal }: RegisterAccountNameParameters,
): Promise<{ readonly name: string }> {
  const owner = nameOwnerOf(foyer.store.getState())
  if (!owner) throw new EmbeddedLoginRequiredError()
  const fault = accountNameFault(typed)
  if (fault) throw new InvalidAccountNameError({ fault })
  const label = typed.toLowerCase()
  return runAttempt(contextOf(foyer), {
    attempt: { kind: 'register', name: label },
    signal,
    run: (reporter) => register({ foyer, owner, label, reporter }),
    refusal(error) {
      const refusal = refusalUnlessAborted(error)
      return refusal && { ...refusal, reason: wordy.includes(error.code) ? error.message : undefined }
    },
    settle: (name) => ({ name }),
  })
}

/** Errors whose message is for the visitor. */
const wordy: readonly string[] = ['name_service', 'invalid_name_chain']

async function register({
  foyer,
  owner: { family, address, networkId, connectorId },
  label,
  reporter: { signal, step },
}: {
  readonly foyer: Foyer
  readonly owner: NameOwner
  readonly label: string
  readonly reporter: AttemptReporter
}): Promise<string> {
  const context = contextOf(foyer)
  const coinType = coinTypeOf(Number(networkId.split(':')[1]))
  const { calls, api, zone } = await openNames({ context, signal })
  const name = `${label}.${zone}`
  const message = JSON.stringify(messageOf({ context, name }))
  signal.throwIfAborted()
  step({ type: 'signature' })
  const request = { family, account: address, networkId, connectorId, message, signal }
  const { signature } = await signMessageWithin(foyer, request)
  const isWritten = isHex(address) && isHex(signature)
  if (!isWritten) throw new WalletAnswerError({ method: 'personal_sign', expected: 'bytes as hex digits' })
  const registration = { coin_type: coinType, address, message, signature }
  if (!(await calls.registerName(api, { name, registration, signal }))) throw new NamesUnavailableError()
  refreshIdentity(context)
  return name
}

/** Builds the text to sign: the name, when, and for which page and project, so that it is of no use elsewhere. */
function messageOf({
  context: { clock, options },
  name,
}: {
  readonly context: Pick<FoyerContext, 'clock' | 'options'>
  readonly name: string
}): RegistrationMessage {
  const timestamp = Math.floor(clock.now() / 1000)
  const page = globalThis.location?.host
  return { name, attributes: {}, timestamp, ...(page ? { domain: page, project: options.projectId } : {}) }
}

/** The account has another name now: whatever shows it asks again. */
function refreshIdentity(context: FoyerContext): void {
  context
    .queries()
    .then(({ queryClientOf }) => queryClientOf(context).invalidateQueries({ queryKey: ['identity'] }))
    .catch(context.report)
}
