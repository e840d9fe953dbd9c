/** The features that an operator can switch off for a project: the calls behind them then answer 403. */
export const projectFeatures = [
  'swaps',
  'onramp',
  'pay',
  'history',
  'names',
  'smartSessions',
  'email',
  'socials',
] as const

export type ProjectFeature = (typeof projectFeatures)[number]
