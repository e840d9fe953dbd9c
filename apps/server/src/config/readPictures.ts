import { join } from 'node:path'
import type { CredentialsConfig } from '../pictures/bucketCredentials.js'
import type { PicturesConfig } from '../pictures/pictureStore.js'
import { defaults } from './config.js'
import type { Environment } from './environment.js'

/** @returns what is wrong with the variables for pictures, as sentences */
export function problemsOfPictures(said: Readonly<Record<string, string>>): string[] {
  const { PICTURES_DIR: folder, PICTURES_URL: bucket } = said
  const problems: string[] = []
  if (folder !== undefined && bucket !== undefined) {
    problems.push('PICTURES_DIR and PICTURES_URL are both set: keep the one where the pictures are to live.')
  }
  if (bucket !== undefined && credentialsOf(said) === null) {
    problems.push(
      'PICTURES_URL needs PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY, or a role: AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, AWS_CONTAINER_CREDENTIALS_FULL_URI or _RELATIVE_URI, or AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE.',
    )
  }
  // A Redis is for several servers; a picture that one of them keeps has to be there for the others.
  if (said.DATABASE_URL !== undefined && said.REDIS_URL !== undefined && folder === undefined && bucket === undefined) {
    problems.push(
      'PICTURES_DIR or PICTURES_URL must be set where DATABASE_URL and REDIS_URL are: several servers need one place for pictures, a folder on a disk that all of them have, or a bucket.',
    )
  }
  return problems
}

/** A bucket or a folder, where one is named; else a folder beside the data, or, with a PostgreSQL, where the data would be. */
export function picturesOf(env: Environment): PicturesConfig {
  const credentials = credentialsOf(env)
  if (env.PICTURES_URL === undefined || credentials === null) {
    return { kind: 'folder', path: env.PICTURES_DIR ?? join(env.DATA_DIR ?? defaults.dataDir, 'pictures') }
  }
  const [bucket = '', ...folders] = env.PICTURES_URL.replace(/^s3:\/\/|\/$/g, '').split('/')
  const { PICTURES_ENDPOINT: endpoint, PICTURES_REGION: region } = env
  return { kind: 'bucket', bucket, prefix: folders.join('/'), endpoint, region, credentials }
}

/** The address of the agent of ECS. */
const containerHost = 'http://169.254.170.2'

type Said = Readonly<Partial<Record<string, unknown>>>
const textIn = (said: Said, name: string): string | undefined => {
  const value = said[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The server's own variables, then those of the AWS SDKs in their order; null where there are none. */
function credentialsOf(said: Said): CredentialsConfig | null {
  const of = (name: string) => textIn(said, name)
  for (const [id, secret, session] of keyNames) {
    const [accessKey, secretKey] = [of(id), of(secret)]
    if (accessKey && secretKey) return { kind: 'key', accessKey, secretKey, sessionToken: of(session) }
  }
  const [role, roleToken] = [of('AWS_ROLE_ARN'), of('AWS_WEB_IDENTITY_TOKEN_FILE')]
  if (role && roleToken) {
    const url =
      of('AWS_ENDPOINT_URL_STS') ?? `https://sts.${of('PICTURES_REGION') ?? defaults.picturesRegion}.amazonaws.com`
    return { kind: 'webIdentity', url, role, tokenFile: roleToken }
  }
  const path = of('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const url = path === undefined ? of('AWS_CONTAINER_CREDENTIALS_FULL_URI') : `${containerHost}${path}`
  if (url === undefined) return null
  const [token, tokenFile] = [of('AWS_CONTAINER_AUTHORIZATION_TOKEN'), of('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')]
  return { kind: 'container', url, token, tokenFile }
}

const keyNames = [
  ['PICTURES_ACCESS_KEY', 'PICTURES_SECRET_KEY', 'PICTURES_SESSION_TOKEN'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
] as const
