import { limits } from '@foyer/core/wire'
import * as v from 'valibot'
import { textOf, WebUrl, whole } from '../kernel/fields.js'
import { Callable, type CallableContract } from './callable.js'
import { type ProjectFeature, projectFeatures } from './features.js'
import { isOriginPattern, vouchableOrigin, vouchedStrangers } from './origins.js'
import { Sponsorship } from './sponsorship.js'

/** The form of a project id: letters, digits, `-` and `_`. */
export const ProjectId = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/, 'must be letters, digits, "-" and "_"'),
  v.maxLength(limits.projectId, `must have ${limits.projectId} characters at most`),
)

const AllowedOrigin = v.pipe(
  v.string(),
  v.maxLength(limits.url),
  v.check(
    isOriginPattern,
    'must be an origin such as "https://dapp.example" or a pattern such as "https://*.dapp.example"',
  ),
)

/** The most origins that a project allows, and that it vouches for. */
export const mostOrigins = 100

const AllowedOrigins = v.pipe(
  v.array(AllowedOrigin),
  v.maxLength(mostOrigins, `must be ${mostOrigins} origins at most`),
)

/** As browsers write it: what is asked about is compared by equality. */
const VouchedOrigin = v.pipe(
  v.string(),
  v.maxLength(limits.url),
  v.transform((text) => vouchableOrigin(text) ?? ''),
  v.check(
    (origin) => origin !== '',
    'must be one origin such as "https://dapp.example": no pattern, and https or on this machine',
  ),
)

const VouchedOrigins = v.pipe(
  v.array(VouchedOrigin),
  v.maxLength(mostOrigins, `must be ${mostOrigins} origins at most`),
  v.transform((origins) => [...new Set(origins)]),
)

/** Origins that are taken away; one that isn't there is no fault. */
const NoLonger = v.pipe(v.array(v.pipe(v.string(), v.maxLength(limits.url))), v.maxLength(mostOrigins))

/** A control character would break whatever shows it. */
const Name = v.pipe(textOf(100), v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters'))

const WebAddress = v.pipe(WebUrl, v.maxLength(limits.url))

const DailyRequests = v.nullable(
  whole(1, 1_000_000_000, 'must be a whole number from 1 to 1000000000, or null for no limit'),
)

const FeaturesOff = v.pipe(
  v.array(v.picklist(projectFeatures, `must be one of ${projectFeatures.join(', ')}`)),
  v.transform((features) => [...new Set(features)]),
)

const settings = {
  url: v.optional(v.nullable(WebAddress)),
  iconUrl: v.optional(v.nullable(WebAddress)),
  dailyRequests: v.optional(DailyRequests),
  featuresOff: v.optional(FeaturesOff),
  sponsorship: v.optional(v.nullable(Sponsorship)),
  callable: v.optional(Callable),
}

/** A project as configuration or an operator names it; what is left out is off, and of quota, features, sponsorship and callable functions left as it is. */
export const ProjectConfig = v.pipe(
  v.strictObject({
    id: ProjectId,
    name: Name,
    allowedOrigins: v.optional(AllowedOrigins, []),
    vouchedOrigins: v.optional(VouchedOrigins, []),
    analyticsEnabled: v.optional(v.boolean(), false),
    development: v.optional(v.boolean(), false),
    ...settings,
  }),
  v.forward(
    v.check((project) => vouchedStrangers(project).length === 0, 'must be among the allowed origins, each of them'),
    ['vouchedOrigins'],
  ),
)
export type ProjectConfig = v.InferOutput<typeof ProjectConfig>

/** An operator's changes of a project; what is left out stays. */
export const ProjectChanges = v.strictObject({
  name: v.optional(Name),
  allowedOrigins: v.optional(AllowedOrigins),
  /** Origins to add to those that are there. */
  allow: v.optional(AllowedOrigins),
  /** Origins to take away. */
  disallow: v.optional(NoLonger),
  vouchedOrigins: v.optional(VouchedOrigins),
  /** Origins to vouch for beside those that are there. */
  vouch: v.optional(VouchedOrigins),
  /** Origins to vouch for no longer. */
  unvouch: v.optional(
    v.pipe(
      NoLonger,
      v.transform((origins) => origins.map((origin) => vouchableOrigin(origin) ?? origin)),
    ),
  ),
  analyticsEnabled: v.optional(v.boolean()),
  development: v.optional(v.boolean()),
  ...settings,
})
export type ProjectChanges = v.InferOutput<typeof ProjectChanges>

/** The caller's project: attribution, not authentication, since an id is public and an origin is only a browser's word. */
export interface Project {
  readonly id: string
  readonly name: string
  readonly url: string | null
  readonly iconUrl: string | null
  readonly allowedOrigins: readonly string[]
  /** Exact origins of pages for whose script the operator answers. */
  readonly vouchedOrigins: readonly string[]
  readonly analyticsEnabled: boolean
  readonly development: boolean
  /** Requests a day (UTC); null: any number. */
  readonly dailyRequests: number | null
  readonly featuresOff: readonly ProjectFeature[]
  /** Which transactions the operator pays for; null: none. */
  readonly sponsorship: Sponsorship | null
  /** The functions of contracts that a key may be granted to call though their effect isn't known. */
  readonly callable: readonly CallableContract[]
  readonly createdAt: Date
}
