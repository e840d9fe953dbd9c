import type { ConnectMethod } from '../config/options.js'
import type { Connector, LoginRequest, SocialProvider } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import type { FoyerState } from '../state/state.js'

type Connectors = Pick<FoyerContext, 'connectors'>

/** The connectors that are a login, for the chain family that was asked for [S2.23]. */
function loginsOf({ connectors }: Connectors, wanted: FoyerState['connectorFilter']): readonly Connector[] {
  return [...connectors.values()].filter(({ logins, families }) => logins && (!wanted || families.includes(wanted)))
}

/** The connector by which a visitor logs in that way: the first that has it. */
export function loginConnector(
  kit: Connectors,
  { connectorFilter }: Pick<FoyerState, 'connectorFilter'>,
  login: LoginRequest,
): Connector | undefined {
  return loginsOf(kit, connectorFilter).find(({ logins }) =>
    login.method === 'email' ? logins?.email : logins?.socials?.includes(login.provider),
  )
}

/** The ways to log in that are offered. */
export interface OfferedLogins {
  readonly email: boolean
  /** In the host's order, else in the connectors' own. */
  readonly socials: readonly SocialProvider[]
}

/** Returns the connectors' logins that the host wants: `features.email`, `features.socials`. */
export function offeredLogins(
  kit: Connectors,
  { connectorFilter, features }: Pick<FoyerState, 'connectorFilter' | 'features'>,
): OfferedLogins {
  const logins = loginsOf(kit, connectorFilter).map((connector) => connector.logins)
  const own = new Set(logins.flatMap((each) => each?.socials ?? []))
  const { email, socials } = features
  return {
    email: email && logins.some((each) => each?.email),
    socials: socials === false ? [] : [...new Set(socials ?? own)].filter((each) => own.has(each)),
  }
}

/** The order of the ways to connect: the host's, else email, social, wallet [S2.19 S9.52]; wallet first where one is in the page [S2.20]. */
export function connectMethods({
  connectors,
  features,
}: Pick<FoyerState, 'connectors' | 'features'>): readonly ConnectMethod[] {
  if (features.connectMethodsOrder) return [...new Set(features.connectMethodsOrder)]
  const present = connectors.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
  return present ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
}

/** Whether the wallets wait behind one button beside a login. */
export const collapsesWallets = ({ features }: Pick<FoyerState, 'features'>): boolean =>
  features.collapseWallets === true || features.emailShowWallets === false

/** Each provider's name, as it writes it. */
const names: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** A provider's name, the same in every language. */
export const socialName = (provider: SocialProvider): string => names[provider]
