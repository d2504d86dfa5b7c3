import { sandboxBand } from '../../pipeline/rest-kit/sandbox-band.ts';
import type { PageAssets } from './assets.ts';

interface Shell {
  /** The path of PUBLIC_URL, without a slash at the end. */
  readonly base: string;
  /** Whether operators can sign in by OpenID Connect. */
  readonly oidc: boolean;
  readonly sandbox: boolean;
  /** What amounts of requests do in a sandbox, by their last digits. */
  readonly magicAmounts: readonly MagicAmount[];
}

export interface MagicAmount {
  readonly digits: string;
  readonly means: string;
}

/** The document that loads the page. It is the same for every path under `/console` and holds no record. */
export const shellOf = (
  { scriptName, styleName, iconName }: PageAssets,
  { base, oidc, sandbox, magicAmounts }: Shell,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="fundgate-base" content="${base}">
<meta name="fundgate-oidc" content="${oidc ? 'on' : 'off'}">
<meta name="fundgate-sandbox" content="${sandbox ? 'on' : 'off'}">
<title>Fundgate</title>
<link rel="icon" href="${base}/console/assets/${iconName}">
<link rel="stylesheet" href="${base}/console/assets/${styleName}">
<script type="module" src="${base}/console/assets/${scriptName}"></script>
</head>
<body>${sandboxBand({ sandbox })}${sandbox ? magicList(magicAmounts) : ''}<div id="app"></div><noscript>The console needs JavaScript.</noscript></body>
</html>
`;

/** A list that opens from the band. */
const magicList = (amounts: readonly MagicAmount[]): string =>
  `<details class="magic"><summary>Magic amounts</summary><p>Last four digits, of 10,000 or more:</p><dl>${amounts
    .map(
      ({ digits, means }) => `<dt>${digits}</dt><dd>${means.replaceAll(/`(.*?)`/g, '<code>$1</code>')}</dd>`,
    )
    .join('')}</dl></details>
`;
