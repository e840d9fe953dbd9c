import { ConfigError } from './config.js'

/** The options hold no project id. */
export class MissingProjectIdError extends ConfigError {
  override readonly name = 'MissingProjectIdError'
  readonly code = 'missing_project_id'

  constructor() {
    super('No `projectId` was given. Pass the id of your project to `createFoyer`.')
  }
}
