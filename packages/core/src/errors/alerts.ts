import type { PlainSentenceKey, SentenceKey } from '../catalogue/sentences.js'

/** Something that the dapp's developer must fix: shown in the modal while `debug` is on, and always written to the console. */
export interface Alert {
  readonly key: AlertKey
  /** The values that the longer sentence names: an origin, a network, a relay. */
  readonly values?: Readonly<Record<string, string>> | undefined
  /** Each thing that is wrong, and what to do: the messages of errors. */
  readonly details?: readonly string[] | undefined
}

/** The catalogue's short sentence of an alert, for the bar, and the longer one with what to do, for the bar and the console. */
export const alertSentences = {
  INVALID_OPTIONS: { short: 'alert.invalidOptions', long: 'alert.invalidOptionsMore' },
  SWITCH_NETWORK_NOT_FOUND: { short: 'alert.networkNotFound', long: 'alert.networkNotFoundMore' },
  INVALID_APP_CONFIGURATION: {
    short: 'alert.invalidAppConfiguration',
    long: 'alert.invalidAppConfigurationMore',
    relay: 'alert.relayOriginMore',
  },
  JWT_TOKEN_NOT_VALID: { short: 'alert.sessionExpired', long: 'alert.sessionExpiredMore' },
  INVALID_PROJECT_ID: {
    short: 'alert.invalidProjectId',
    long: 'alert.invalidProjectIdMore',
    relay: 'alert.relayProjectMore',
  },
  PROJECT_ID_NOT_CONFIGURED: {
    short: 'alert.projectIdNotConfigured',
    long: 'alert.projectIdNotConfiguredMore',
    relay: 'alert.relayNoProjectMore',
    alone: 'alert.projectIdNotConfiguredAlone',
  },
  IFRAME_LOAD_FAILED: { short: 'alert.frameLoad', long: 'alert.frameLoadMore' },
  IFRAME_REQUEST_TIMEOUT: { short: 'alert.frameTimeout', long: 'alert.frameTimeoutMore' },
  UNVERIFIED_DOMAIN: { short: 'alert.unverifiedDomain', long: 'alert.unverifiedDomainMore' },
} as const satisfies Readonly<Record<string, AlertSentences>>

/** The faults of a kit's set-up, under the names of the specification [S8.21–S8.28]; and of the options, which have no name there. */
export type AlertKey = keyof typeof alertSentences

type LongSentence =
  | Exclude<Extract<SentenceKey, `alert.${string}More`>, 'alert.adapterMissingMore'>
  | 'alert.projectIdNotConfiguredAlone'

interface AlertSentences {
  readonly short: PlainSentenceKey
  readonly long: LongSentence
  /** The longer one where it was a relay, and not the server, that an alert is about. */
  readonly relay?: LongSentence | undefined
  /** The longer one where there is no server. */
  readonly alone?: LongSentence | undefined
}

/** The longer sentence of an alert: what to do, and where. */
export function remedyOf({ key, values }: Alert): LongSentence {
  const { long, relay = long, alone = long }: AlertSentences = alertSentences[key]
  if (values?.alone) return alone
  return values?.relay ? relay : long
}
