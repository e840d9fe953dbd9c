import { contentPolicy } from '@foyer/page'

/** The Trusted Types policy that admits the worker's address, and nothing else. */
export const workerPolicy = 'foyer-worker'

/** Features of the browser that neither the page nor a frame in it has, but WebAuthn. */
const permissions = [
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'clipboard-write=(self)',
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'identity-credentials-get',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'storage-access',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
].join(', ')

/** The headers of every answer. @see F10 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Permissions-Policy': permissions,
  'X-DNS-Prefetch-Control': 'off',
}

/** A document's policy: its own files and its own origin, one worker, and at most one origin around it [F10]. */
export const documentPolicy = (frameAncestor?: string): string =>
  contentPolicy({ connect: ["'self'"], forms: "'none'", frameAncestor, workerPolicy })

/** A worker's policy: it computes, and reaches nothing. */
export const workerOwnPolicy = "default-src 'none'"

/** The policy of what isn't a document: opened as one, it is empty and has no origin. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
