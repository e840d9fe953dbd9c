/** A country, and a part of it where prices differ by that. ISO 3166-1 and 3166-2. */
export interface Place {
  readonly country: string
  readonly subdivision?: string | undefined
}

/** The connection that a request comes from, and what it says. */
export interface Connection {
  readonly remote: string | undefined
  readonly header: (name: string) => string | undefined
}

export interface PlaceHeaders {
  readonly countryHeader: string
  readonly subdivisionHeader?: string | undefined
}

/**
 * Reads where a visitor is from the headers that a trusted proxy writes; of anyone else they are whatever a stranger writes.
 * @example `cf-ipcountry` and `cf-region-code` are Cloudflare's
 */
export function createReadPlace(parameters: {
  headers: PlaceHeaders | undefined
  isProxy: (remote: string) => boolean
}): (connection: Connection) => Place | undefined {
  const { headers, isProxy } = parameters
  return ({ remote, header }) => {
    if (headers === undefined || remote === undefined || !isProxy(remote)) return undefined
    const country = header(headers.countryHeader)?.toUpperCase() ?? ''
    // What a proxy writes of an address that it doesn't know, or of Tor, is no country.
    if (!/^[A-Z]{2}$/.test(country) || country === 'XX') return undefined
    const subdivision = headers.subdivisionHeader && header(headers.subdivisionHeader)?.toUpperCase()
    return { country, ...(subdivision && /^[A-Z\d]{1,3}$/.test(subdivision) && { subdivision }) }
  }
}
