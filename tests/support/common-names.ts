/** Common given and family names from twenty languages, for layout tests. */
const NAMES = Object.values({
  English:
    "Oliver Charlotte Christopher Alexandra Elizabeth Smith Williams Thompson Featherstonehaugh O’Sullivan",
  German:
    "Maximilian Katharina Wolfgang Anneliese Müller-Lüdenscheidt Schmidt Hoffmann Zimmermann Schwarzenegger",
  Dutch: "Willemijn Maarten Sanne Kees van der Berg Vermeulen de Groot Hoogendijk Nieuwenhuizen",
  French: "Marie-Claire Jean-Baptiste Geneviève Roy Lefèvre Dubois-Martin de la Rochefoucauld Beauchamp",
  Spanish: "María Guadalupe Juan Carlos Fernández Rodríguez de la Cruz Etxeberria Goikoetxea",
  Portuguese: "Conceição Guilherme João dos Santos Gonçalves Vasconcelos da Silva Albuquerque",
  Italian: "Alessandra Gianfrancesco Giuseppina Rossi Della Valle Mastroianni Bartolomeo",
  Norwegian: "Åse Bjørnstjerne Ingebjørg Sørensen Østergård Kjærstad Nordmann Wettergreen",
  Swedish: "Göran Märta Ann-Kristin Lindström Björklund Wahlström Åkesson Hammarskjöld",
  Finnish: "Päivikki Yrjö Hyvärinen Kuosmanen Väisänen Lämsä Korhonen-Virtanen Äijälä",
  Polish: "Małgorzata Wawrzyniec Szczepan Brzęczyszczykiewicz Wiśniewska Kowalczyk Źdźbło Łukaszewicz",
  Czech: "Kateřina Jiří Ondřej Dvořáková Šťastný Vlčková Novotný Příhodová",
  Hungarian: "Zsuzsanna Győző Erzsébet Szentgyörgyi Nagy Kovács Szőke Mészárosné",
  Romanian: "Ștefania Constantin Țîrlea Popescu Mureșanu Dumitrescu Brâncoveanu Iliescu",
  Turkish: "Gülşah İbrahim Çağrı Yılmaz Öztürk Karaosmanoğlu Şahin Büyükçelik",
  Vietnamese: "Nguyễn Văn An Trần Thị Mai Phạm Hồng Phượng Đặng Quỳnh Huỳnh Dương",
  Indian: "Venkatanarasimharajuvaripeta Lakshmi Subramaniam Priya Krishnamurthy Chattopadhyay Bhattacharya",
  Indonesian: "Siti Nurhaliza Muhammad Abdurrahman Wahyuningsih Kusumawardhani Hadiningrat Susilowati",
  Russian: "Екатерина Александр Владимирович Щербакова Достоевская Шишмарёв Жуковский Мышкина",
  Chinese: "欧阳明珠 司马 建国 王 小明 諸葛亮 李 ALEXANDRA WONG Wai-Man",
}).map((names) => names.split(" "));

/** Returns this many names of one to five words. Every call returns the same names. */
export const commonNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const names = NAMES[index % NAMES.length] ?? [];
    const round = Math.floor(index / NAMES.length);
    return Array.from(
      { length: 1 + (round % 5) },
      (_, word) => names[(round * 3 + word * (1 + (round % 4))) % names.length],
    ).join(" ");
  });
