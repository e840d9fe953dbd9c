import { createRequire } from 'node:module'
import { type Hex, isHex } from 'viem'

/**
 * Reads the creation bytecode out of a compiler's JSON artefact.
 * @param specifier - a file beside this one, or one inside a package
 */
export function bytecodeOf(specifier: string): Hex {
  const artefact: unknown = createRequire(import.meta.url)(specifier)
  if (typeof artefact === 'object' && artefact !== null && 'bytecode' in artefact) {
    const { bytecode } = artefact
    if (typeof bytecode === 'string') {
      // Some compilers' artefacts leave the prefix out.
      const code = bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`
      if (isHex(code) && code.length > 2) return code
    }
  }
  throw new TypeError(`${specifier} holds no bytecode.`)
}
