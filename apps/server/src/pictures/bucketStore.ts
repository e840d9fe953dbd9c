import { Agent } from 'undici'
import type { Clock } from '../clock.js'
import { exchangeBytes } from '../provider/exchange.js'
import { ProviderError } from '../provider/ProviderError.js'
import type { Patience } from '../provider/patience.js'
import { createTries } from '../provider/tries.js'
import { PictureStoreError } from './PictureStoreError.js'
import { intact, nameOf, type PictureKey, type PictureStore, type PicturesConfig } from './pictureStore.js'
import { signS3 } from './signS3.js'

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

/** What waits is a visitor, or the fetching of a picture that comes again. */
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
  const call = ({ method, key, bytes }: Call) => {
    const url = new URL(`${folder}/${nameOf(key)}`)
    const type = method === 'PUT' ? { 'content-type': key.mediaType } : {}
    const once = (signal: AbortSignal) => {
      // Signed for each try: a signature ends after some minutes.
      const headers = signS3({ ...config, method, url, headers: type, body: bytes, now: clock.now() })
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
