import { type Asker, ask } from '../api/ask.js'
import { alertFor, originAlert } from '../api/project.js'
import { alert as sentences } from '../catalogue/en/alert.js'
import type { ConnectionControls, FoyerContext } from '../context.js'
import { type Alert, type AlertKey, remedyOf } from '../errors/alerts.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { ConfigError } from '../errors/failure.js'
import { OfflineError } from '../errors/http.js'
import { MissingNetworksError, SignInOptionsConflictError } from '../errors/options.js'
import { say } from '../messages/say.js'
import { allowedOriginsCall } from '../wire/project.js'
import { watchAlerts } from './raiseAlert.js'
import { sayUnanswered } from './whileDeveloping.js'

/** Says an alert in its longer sentence: on the console and through `onError`, whether or not the modal is open. */
export function logAlert({
  alert,
  report,
}: {
  readonly alert: Alert
  readonly report: (error: unknown) => void
}): void {
  const remedy = say(sentences, remedyOf(alert), { network: '', origin: '', relay: '', ...alert.values })
  const message = [remedy, ...(alert.details ?? [])].join('\n')
  console.error(message)
  report(new KitAlertError({ key: alert.key, message }))
}

/** Something about the kit's set-up that its developer must fix [S8.21 S8.22 S8.27 S8.28]; given to `onError`. */
export class KitAlertError extends FoyerError {
  override readonly name = 'KitAlertError'
  /** The alert's name in lower case, such as `project_id_not_configured`. */
  readonly code: string

  constructor({ key, message }: { readonly key: AlertKey; readonly message: string }) {
    super(message, { facts: { alert: key } })
    this.code = key.toLowerCase()
  }
}

/**
 * Compares the page's origin with the project's allowed origins, and alerts the developer where it isn't among them [S5.5 S5.6].
 * Only an alert: what an origin may do is decided by the server.
 */
export async function checkOrigin({ kit, api }: { readonly kit: FoyerContext; readonly api: Asker }): Promise<void> {
  const { origin } = window.location
  try {
    const { allowedOrigins } = await ask(api, allowedOriginsCall)
    const key = originAlert({ origin, allowedOrigins })
    if (key) kit.update(() => ({ alert: { key, values: { origin } } }))
  } catch (error) {
    const key = alertFor(error)
    if (!key) {
      if (process.env.NODE_ENV !== 'production' && !(error instanceof OfflineError)) sayUnanswered(kit, error)
      throw error
    }
    kit.update(() => ({ alert: { key, values: { origin } } }))
  }
}

/**
 * The alert that an error deserves. Where the embedded wallet's page didn't load, the project may not list this origin, to which its server then refuses the page: that is
 * said in its place [S8.25].
 */
export async function alertOf(
  { api, report }: Pick<FoyerContext, 'api' | 'report'>,
  error: unknown,
): Promise<AlertKey | undefined> {
  const key = alertFor(error)
  if (key !== 'IFRAME_LOAD_FAILED' || !api) return key
  try {
    const { allowedOrigins } = await ask(await api(), allowedOriginsCall)
    return originAlert({ origin: window.location.origin, allowedOrigins }) ? 'UNVERIFIED_DOMAIN' : key
  } catch (unsaid) {
    // A project that the server doesn't know has no page either: that is the cause.
    const cause = alertFor(unsaid)
    if (!cause) report(unsaid)
    return cause ?? key
  }
}

/** Returns controls for a kit whose options let nothing work [S5.2]: they reject with the reason, and alert the developer. In production too. */
export function refusingControls(kit: FoyerContext): ConnectionControls {
  const { options, update } = kit
  const error: ConfigError =
    options.networks.length === 0 ? new MissingNetworksError() : new SignInOptionsConflictError()
  const key = 'INVALID_OPTIONS'
  const refuse = async () => {
    throw error
  }
  let stop: (() => void) | undefined
  return {
    start() {
      stop ??= watchAlerts(kit)
      update(({ alert }) => (alert?.key === key ? {} : { alert: { key, details: [error.message] } }))
    },
    stop() {
      stop?.()
      stop = undefined
    },
    connect: refuse,
    switchNetwork: refuse,
    async disconnect() {},
    restore: async () => update(({ connection }) => ({ connection: { ...connection, pending: {} } })),
    followTab() {},
  }
}
