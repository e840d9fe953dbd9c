/** The headings of the API's document, in their order. */
export const operationGroups = [
  'Networks',
  'Accounts',
  'Tokens',
  'Swaps',
  'Names',
  'On-ramp',
  'Pay',
  'Wallets',
  'Images',
  'Smart sessions',
  'Sign-in',
  'Project',
  'Operations',
  'Administration',
  'Login',
  'Keeper',
] as const

declare module '@foyer/service/route/operation' {
  interface OperationGroups extends Readonly<Record<(typeof operationGroups)[number], true>> {}
}
