type Titles = Readonly<Record<string, string>>;

/** Short titles for the sections of ISIC Rev. 4. */
export const SECTIONS_OF_REV_4: Titles = {
  A: 'Agriculture, forestry and fishing',
  B: 'Mining and quarrying',
  C: 'Manufacturing',
  D: 'Electricity, gas, steam and air conditioning supply',
  E: 'Water supply, sewerage and waste management',
  F: 'Construction',
  G: 'Wholesale and retail trade, repair of motor vehicles',
  H: 'Transportation and storage',
  I: 'Accommodation and food service',
  J: 'Information and communication',
  K: 'Financial and insurance activities',
  L: 'Real estate activities',
  M: 'Professional, scientific and technical activities',
  N: 'Administrative and support service activities',
  O: 'Public administration and defence',
  P: 'Education',
  Q: 'Human health and social work',
  R: 'Arts, entertainment and recreation',
  S: 'Other service activities',
  T: 'Activities of households',
  U: 'Extraterritorial organizations',
};

/** MSIC 2008 has the sections of ISIC Rev. 4. HSIC 2.0 has them too, with another name for trade. */
export const SECTIONS_OF_HSIC: Titles = {
  ...SECTIONS_OF_REV_4,
  G: 'Import and export, wholesale and retail trade',
};

/** Short titles for the sections of ISIC Rev. 5. */
export const SECTIONS_OF_REV_5: Titles = {
  ...SECTIONS_OF_REV_4,
  G: 'Wholesale and retail trade',
  J: 'Publishing, broadcasting and content',
  K: 'Telecommunications, computer programming and information services',
  L: 'Financial and insurance activities',
  M: 'Real estate activities',
  N: 'Professional, scientific and technical activities',
  O: 'Administrative and support service activities',
  P: 'Public administration and defence',
  Q: 'Education',
  R: 'Human health and social work',
  S: 'Arts, sports and recreation',
  T: 'Other service activities',
  U: 'Activities of households',
  V: 'Extraterritorial organizations',
};
