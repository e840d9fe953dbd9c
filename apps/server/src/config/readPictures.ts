import { join } from 'node:path'
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
  if (bucket !== undefined && (said.PICTURES_ACCESS_KEY === undefined || said.PICTURES_SECRET_KEY === undefined)) {
    problems.push('PICTURES_URL needs PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY.')
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
  const { PICTURES_ACCESS_KEY: accessKey, PICTURES_SECRET_KEY: secretKey } = env
  if (env.PICTURES_URL === undefined || accessKey === undefined || secretKey === undefined) {
    return { kind: 'folder', path: env.PICTURES_DIR ?? join(env.DATA_DIR ?? defaults.dataDir, 'pictures') }
  }
  const [bucket = '', ...folders] = env.PICTURES_URL.replace(/^s3:\/\/|\/$/g, '').split('/')
  const { PICTURES_ENDPOINT: endpoint, PICTURES_REGION: region } = env
  return { kind: 'bucket', bucket, prefix: folders.join('/'), endpoint, region, accessKey, secretKey }
}
