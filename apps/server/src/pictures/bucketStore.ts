import type { Clock } from '@foyer/service/clock'
import { AwsV4Signer } from 'aws4fetch'
import { Agent } from 'undici'
import { exchangeBytes } from '../provider/exchange.js'
import { ProviderError } from '../provider/ProviderError.js'
import type { Patience } from '../provider/patience.js'
import { createTries } from '../provider/tries.js'
import { createBucketCredentials } from './bucketCredentials.js'
import { PictureStoreError } from './PictureStoreError.js'
import { hashOf, intact, nameOf, type PictureKey, type PictureStore, type PicturesConfig } from './pictureStore.js'

export interface BucketStoreParameters {
  config: PicturesConfig & { readonly kind: 'bucket' }
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  key: PictureKey
  bytes?: Uint8Array | undefined
}

/** The patience with a bucket: a visitor waits, or the fetching of a picture that comes again. */
const patience: Patience = { wholeMs: 10_000, retries: 2, firstPauseMs: 150, longestPauseMs: 1_500 }
/** The largest picture has half of it. */
const mostBytes = 4 * 1024 * 1024

/**
 * Pictures as objects of a bucket of Amazon's S3, or of a service that speaks as it does. Readings are tried again; what is written or deleted
 * is not.
 * @see "GetObject", "PutObject" and "DeleteObject" in the reference of Amazon S3
 */
export function createBucketStore({ config, clock, random }: BucketStoreParameters): PictureStore {
  const { endpoint, bucket, region, prefix } = config
  // Other services have no host for each bucket.
  const base = endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`
  const folder = prefix === '' ? base : `${base}/${prefix}`
  const dispatcher = new Agent({ connections: 16, maxResponseSize: mostBytes })
  const tries = createTries({ name: 'PICTURES_URL', patience, clock, random })
  const credentialsNow = createBucketCredentials({ config: config.credentials, now: clock.now })
  const call = ({ method, key, bytes }: Call) => {
    const url = new URL(`${folder}/${nameOf(key)}`)
    const once = async (signal: AbortSignal) => {
      const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = await credentialsNow(signal)
      const signer = new AwsV4Signer({
        ...{ accessKeyId, secretAccessKey, service: 's3', region },
        ...(sessionToken !== undefined && { sessionToken }),
        method,
        url: url.href,
        headers: { 'x-amz-content-sha256': hashOf(bytes ?? new Uint8Array()) },
        // Signed for each try: a signature ends after some minutes.
        datetime: new Date(clock.now()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
      })
      const signed = Object.fromEntries((await signer.sign()).headers)
      const headers = { ...signed, ...(method === 'PUT' && { 'content-type': key.mediaType }) }
      const sent = { name: 'PICTURES_URL', method, url, headers, body: bytes ?? null, alsoStatus: 404 }
      return exchangeBytes({ ...sent, dispatcher, signal, now: clock.now })
    }
    const { signal } = new AbortController() // ends with its time
    return tries({ origin: url.origin, mayRepeat: method === 'GET', signal, once }).catch(failed)
  }
  return {
    async get(key) {
      const { status, bytes } = await call({ method: 'GET', key })
      if (status !== 404) return intact({ ...key, bytes })
      // A bucket that isn't there is no reason to believe that its pictures are lost.
      if (new TextDecoder().decode(bytes).includes('<Code>NoSuchKey</Code>')) return null
      throw new PictureStoreError({ fault: 'refused' })
    },
    async put({ bytes, ...key }) {
      const { status } = await call({ method: 'PUT', key, bytes })
      if (status === 404) throw new PictureStoreError({ fault: 'refused' })
    },
    async delete(key) {
      await call({ method: 'DELETE', key })
    },
  }
}

function failed(cause: unknown): never {
  if (!(cause instanceof ProviderError)) throw cause
  // The status of the services that have an end (RFC 4918).
  if (cause.status === 507) throw new PictureStoreError({ fault: 'full', cause })
  const isRefused = cause.code === 'key_refused' || cause.code === 'refused'
  throw new PictureStoreError({ fault: isRefused ? 'refused' : 'away', cause })
}
