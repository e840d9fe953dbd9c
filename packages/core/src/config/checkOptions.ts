import type { FoyerError } from '../errors/FoyerError.js'
import { MissingOptionsError, MissingProjectIdError, SignInOptionsConflictError } from '../errors/options.js'
import type { Alert } from './alerts.js'
import { checkAssembly } from './checkAssembly.js'
import { checkFields, isAbsent, isRecord, shownValue } from './optionRule.js'
import { optionRules } from './optionRules.js'

/**
 * Looks for everything that is wrong with what `createFoyer` was given. It runs while a dapp is developed and isn't in what its visitors
 * download: options are the developer's own words, and are seen to be wrong at the first start.
 *
 * @returns the faults, those first with which nothing works; none where all is well, or only the project id is missing, which has an alert of
 *   its own [S5.1]
 */
export function checkOptions(options: unknown): readonly FoyerError[] {
  if (!isRecord(options))
    return [new MissingOptionsError({ given: isAbsent(options) ? 'no options' : shownValue(options) })]
  const faults = [
    ...(isAbsent(options.siwx) || isAbsent(options.siweConfig) ? [] : [new SignInOptionsConflictError()]),
    ...checkAssembly(options),
    ...checkFields({ rules: optionRules, value: options }),
  ]
  return faults.length > 0 && isAbsent(options.projectId || undefined)
    ? [...faults, new MissingProjectIdError()]
    : faults
}

/** The faults in one text for the console: what is wrong, what to do, and where more is said about it. */
function describeFaults(faults: readonly FoyerError[]): string {
  const title =
    faults.length === 1 ? 'createFoyer has a wrong option.' : `createFoyer has ${faults.length} wrong options.`
  const lines = faults.map(({ message, code }, index) => `${index + 1}. ${message} (${code})`)
  return [title, ...lines, 'See docs/reference/options.md for each option, and docs/errors.md for each code.'].join(
    '\n',
  )
}

/** Looks at the options, and says all that is wrong with them on the console, at once and together. @returns what the modal says of it */
export function tellFaults(options: unknown): Alert | undefined {
  const faults = checkOptions(options)
  if (faults.length === 0) return undefined
  console.error(describeFaults(faults))
  return { key: 'INVALID_OPTIONS', details: faults.map(({ message }) => message) }
}
