import type { FoyerError } from '../errors/FoyerError.js'
import { invalid, isAbsent, isRecord, isText } from './optionRule.js'

type Options = Readonly<Record<string, unknown>>

/** Looks at what is right by itself and comes to nothing without another option: its place in the modal stays empty, and nothing else says why. */
export function checkTogether(options: Options): readonly FoyerError[] {
  return [...checkLogin(options), ...checkServer(options), ...checkTerms(options)]
}

const isEmpty = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const featuresOf = ({ features }: Options): Options => (isRecord(features) ? features : {})

/** A login that is asked for by name needs a connector that has it. */
function checkLogin(options: Options): readonly FoyerError[] {
  const { email, socials } = featuresOf(options)
  const logins = listOf(options.connectors).flatMap((each) =>
    isRecord(each) && isRecord(each.logins) ? [each.logins] : [],
  )
  const ofEmail = { option: 'features.email', value: email }
  const ofSocials = { option: 'features.socials', value: socials }
  if (logins.length === 0) {
    const remedy = 'It needs the login among the connectors: `connectors: [embedded()]` of `@foyer/embedded`.'
    return [
      ...(email === true ? invalid(ofEmail, remedy) : []),
      ...(listOf(socials).length > 0 ? invalid(ofSocials, remedy) : []),
    ]
  }
  const known = logins.flatMap((each) => listOf(each.socials))
  return [
    ...(email === true && logins.every((each) => each.email !== true)
      ? invalid(ofEmail, 'The login among the connectors has none: switch it on there.')
      : []),
    ...listOf(socials).flatMap((each, index) =>
      isText(each) && !known.includes(each)
        ? invalid(
            { option: `features.socials[${index}]`, value: each },
            `The login among the connectors has ${known.length > 0 ? known.map((name) => `\`${String(name)}\``).join(', ') : 'none'}: add it there.`,
          )
        : [],
    ),
  ]
}

/** Checks the options that need the operator's server. */
function checkServer(options: Options): readonly FoyerError[] {
  if (!isAbsent(options.api)) return []
  const remedy = 'It needs your server: pass its origin as `api`.'
  const features = featuresOf(options)
  return [
    ...['swaps', 'onramp', 'analytics'].flatMap((name) =>
      features[name] === true ? invalid({ option: `features.${name}`, value: true }, remedy) : [],
    ),
    ...['featuredWalletIds', 'includeWalletIds'].flatMap((option) =>
      isEmpty(options[option]) ? [] : invalid({ option, value: options[option] }, remedy),
    ),
  ]
}

/** Terms that can't be read can't be agreed to. */
function checkTerms(options: Options): readonly FoyerError[] {
  const { legalCheckbox } = featuresOf(options)
  if (legalCheckbox !== true || [options.termsConditionsUrl, options.privacyPolicyUrl].some(Boolean)) return []
  return invalid(
    { option: 'features.legalCheckbox', value: true },
    'It needs what is agreed to: pass `termsConditionsUrl`, `privacyPolicyUrl` or both.',
  )
}
