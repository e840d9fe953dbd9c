import { devBitcoinAddresses, devMnemonic, devSolanaAccounts } from '@foyer/stack'

/** What is a visitor's own, by its form; the accounts of journeys are made as they run. */
const forms: Readonly<Record<string, RegExp>> = {
  'an EVM account': /0x[0-9a-f]{40}\b/i,
  'a key, a signature or a topic': /\b(?:0x)?[0-9a-f]{64,}\b/i,
  'a Bitcoin account': /\bbc(?:rt)?1[02-9ac-hj-np-z]{20,}/,
  'a pairing': /\bwc(?::|%3A)[0-9a-f-]{8}/i,
  'a token': /\beyJ[\w-]{10,}\.eyJ/,
  'a client of the relay': /did:key:z/,
  'a token that renews a session': /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+\./,
  'the key of a device': /(?<![\w-])B[\w-]{86}(?![\w-])/,
  'a code': /\b\d{6} (?:is|ist)\b|"(?:code|otp)":"?\d{6}\b/,
  'the link of a mail': /\/confirm#[\w-]/,
  'an e-mail address': /[\w.+-]+@[\w-]+\.(?:example|test|com|org|net)\b/i,
}
const known = [devMnemonic, ...devBitcoinAddresses, ...devSolanaAccounts.map(({ address }) => address)]

/** @returns what of a visitor's own, and which of the operator's secrets, a line of a log holds, in words */
export function findVisitors({ line, secrets }: { line: string; secrets: readonly string[] }): readonly string[] {
  const byForm = Object.entries(forms).flatMap(([what, form]) => (form.test(line) ? [what] : []))
  return [...known, ...secrets].some((each) => line.includes(each)) ? [...byForm, 'a known account or secret'] : byForm
}
