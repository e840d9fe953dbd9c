import { InvalidOptionError } from '../errors/options.js'

/** Refuses a list that has to have something in it. @throws InvalidOptionError */
export function refuseEmpty(option: string, remedy: string): never {
  throw new InvalidOptionError({ option, given: 'empty', remedy })
}
