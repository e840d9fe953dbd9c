/** The parts of an SVG that draw and stand still (SVG 2, Filter Effects 1): what isn't on these lists refuses the picture. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The namespace of SVG. */
export const svgNamespace = 'http://www.w3.org/2000/svg'
/** The namespace of its older links. */
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'

/** Namespaces that drawing programs write their own notes in, which no browser does anything with. */
export const noteNamespaces = words(`
  http://www.inkscape.org/namespaces/inkscape http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
  http://www.w3.org/1999/02/22-rdf-syntax-ns# http://creativecommons.org/ns# http://web.resource.org/cc/
  http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/ http://www.bohemiancoding.com/sketch/ns http://www.serif.com/
  http://www.figma.com/figma/ns http://www.vectornator.io http://vectornator.io https://boxy-svg.com http://svgjs.com/svgjs
  http://svgjs.dev/svgjs http://xml.openoffice.org/svg/export http://ns.adobe.com/AdobeIllustrator/10.0/
  http://ns.adobe.com/AdobeSVGViewerExtensions/3.0/ http://ns.adobe.com/Extensibility/1.0/ http://ns.adobe.com/Flows/1.0/
  http://ns.adobe.com/GenericCustomNamespace/1.0/ http://ns.adobe.com/Graphs/1.0/ http://ns.adobe.com/ImageReplacement/1.0/
  http://ns.adobe.com/SaveForWeb/1.0/ http://ns.adobe.com/Variables/1.0/ http://ns.adobe.com/XPath/1.0/ adobe:ns:meta/`)

export const elements = words(`
  svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon text tspan textPath
  image linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`)

/** Attributes whose values are read as styles are. */
export const attributes = words(`
  accent-height alignment-baseline amplitude azimuth background background-color baseFrequency baseProfile baseline-shift bias
  clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters color-profile color-rendering
  contentScriptType contentStyleType cursor cx cy d diffuseConstant direction display divisor dominant-baseline dx dy edgeMode
  elevation enable-background exponent fill fill-opacity fill-rule filter filterUnits filterRes flood-color flood-opacity font
  font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-variant
  font-variation-settings font-weight fr fx fy glyph-orientation-horizontal glyph-orientation-vertical gradientTransform
  gradientUnits height image-rendering in in2 inline-size intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning
  lengthAdjust letter-spacing lighting-color limitingConeAngle line-height marker marker-end marker-mid marker-start
  markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits media method mix-blend-mode mode numOctaves
  offset opacity operator order orient overflow paint-order path pathLength patternContentUnits patternTransform patternUnits
  pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY
  requiredExtensions requiredFeatures result rotate rx ry scale seed shape-rendering side slope solid-color solid-opacity spacing
  specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style
  surfaceScale systemLanguage tableValues targetX targetY text-align text-anchor text-decoration text-indent text-overflow
  text-rendering textLength transform transform-box transform-origin type unicode-bidi vector-effect version viewBox viewport-fill
  visibility white-space white-space-collapse width word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z
  zoomAndPan`)

/** Attributes whose values name something, and are no styles. */
export const names = words('id class lang role focusable tabindex')

/** The functions of styles that read nothing but what stands in the picture. */
export const functions = words(`
  url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var matrix matrix3d translate translatex
  translatey translate3d translatez rotate rotatex rotatey rotatez rotate3d scale scalex scaley scale3d scalez skew skewx skewy
  perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon
  path rect xywh cubic-bezier steps linear-gradient radial-gradient media and or not is where nth-child nth-of-type nth-last-child
  nth-last-of-type`)
