/** The configuration can't be used. `problems` are sentences, each naming its variable or place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config'
  readonly problems: readonly string[]

  constructor({ problems }: { problems: readonly string[] }) {
    super(`The server can't start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
