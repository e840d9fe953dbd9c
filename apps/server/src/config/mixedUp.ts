import type { Environment } from './environment.js'

/** Finds settings that have what belongs to another. @returns a sentence for each, without its value */
export function mixedUp(env: Environment): string[] {
  const { PUBLIC_URL: publicUrl, WALLET_ORIGIN: wallet, ADMIN_TOKEN: admin, METRICS_TOKEN: metrics } = env
  const bytesOf = (keys: Environment['LOGIN_KEYS'] = undefined) =>
    (keys ?? []).map(({ bytes }) => Buffer.from(bytes).toString('base64'))
  const ofSessions = new Set(bytesOf(env.SESSION_KEYS))
  return [
    ...(env.DATABASE_PASSWORD !== undefined && env.DATABASE_URL === undefined
      ? ['DATABASE_PASSWORD belongs to a DATABASE_URL, which is missing.']
      : []),
    ...(admin !== undefined && admin === metrics
      ? ['ADMIN_TOKEN and METRICS_TOKEN are the same: who reads figures would administer. Make one of them anew.']
      : []),
    ...(bytesOf(env.LOGIN_KEYS).some((key) => ofSessions.has(key))
      ? ['LOGIN_KEYS and SESSION_KEYS have the same key: make one of them anew.']
      : []),
    ...(wallet !== undefined && publicUrl !== undefined && new URL(publicUrl).origin === wallet
      ? ["WALLET_ORIGIN is this server's own (PUBLIC_URL): the wallet's page has an origin at which nothing else is."]
      : []),
  ]
}
