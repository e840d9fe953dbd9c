import { codeMinutes, type LoginConfig } from '../login/loginConfig.js'
import type { Environment } from './environment.js'

/** The variables that a login needs; all of them, or none. */
const needed = ['WALLET_ORIGIN', 'LOGIN_KEYS', 'LOGIN_KEEPER_KEY', 'SMTP_URL', 'MAIL_FROM'] as const

/** The further variables of a login, and of paying for those who are logged in. */
const optional = ['LOGIN_CODE_MINUTES', 'LOGIN_SOCIALS', 'SPONSOR_KEY'] as const

/** @returns a sentence where a login is set up in part */
export function problemsOfLogin(said: Readonly<Record<string, string | undefined>>): string[] {
  const missing = needed.filter((name) => said[name] === undefined)
  const isAny = missing.length < needed.length || optional.some((name) => said[name] !== undefined)
  if (!isAny || missing.length === 0) return []
  return [`${missing.join(', ')} must be set as well: without it no one can log in by e-mail.`]
}

/** @returns undefined where no login is set up */
export function loginOf(env: Environment): LoginConfig | undefined {
  const { WALLET_ORIGIN: origin, LOGIN_KEYS: keys, LOGIN_KEEPER_KEY: keeperKey, SMTP_URL: url, MAIL_FROM: from } = env
  const isWhole = origin !== undefined && keys !== undefined && keeperKey !== undefined
  if (!isWhole || url === undefined || from === undefined) return undefined
  const minutes = env.LOGIN_CODE_MINUTES ?? codeMinutes.usual
  return { origin, keys, keeperKey, smtp: { url, from }, codeMinutes: minutes, socials: env.LOGIN_SOCIALS }
}
